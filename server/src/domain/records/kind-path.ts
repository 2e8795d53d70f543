/** Where the console shows a kind of record: below /console/data/. */
import type { AnyDescription } from './description.ts'

export const pluralOf = ({ noun, plural }: Pick<AnyDescription, 'noun' | 'plural'>): string => plural ?? `${noun}s`

export const pathOfKind = (description: Pick<AnyDescription, 'noun' | 'plural'>): string =>
  pluralOf(description).replaceAll(' ', '-')
