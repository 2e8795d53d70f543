/** The enum of a described list of words. Several records may share one. */
import type { Enumeration } from '../../../domain/records/field.ts'
import { builder, type GraphTypes } from '../../builder.ts'

type Enum<V extends string> = PothosSchemaTypes.EnumRef<GraphTypes, V>

const made = new Map<string, Enum<string>>()

export const enumOf = <V extends string>({ name, values, says }: Enumeration<V>): Enum<V> => {
  const known = made.get(name) as Enum<V> | undefined
  if (known) return known
  const fresh = builder.enumType(name, { values, ...(says === undefined ? {} : { description: says }) })
  made.set(name, fresh)
  return fresh as Enum<V>
}
