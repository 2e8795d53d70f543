/** What an endpoint can hear: kinds of records by the scope that reading one needs, and what each is called. */
import { KINDS, type Kind, labelOf } from '../data/kinds.ts'

export const CHANGE_KINDS = ['CREATED', 'UPDATED', 'DELETED', 'REMINDER'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_WORDS: Record<ChangeKind, string> = {
  CREATED: 'created',
  UPDATED: 'changed',
  DELETED: 'deleted',
  REMINDER: 'reminders',
}

const kindOf = (entity: string): Kind | undefined => KINDS.find((kind) => kind.entity === entity)

/** QUOTE as "Quote" where the kind has no page yet. */
const entityLabel = (entity: string): string => {
  const kind = kindOf(entity)
  return kind ? labelOf(kind) : entity.charAt(0) + entity.slice(1).toLowerCase().replaceAll('_', ' ')
}

export const entityLabels = (entities: readonly string[]): string => {
  const labels = entities.map(entityLabel)
  return labels.map((label, index) => (index === 0 ? label : label.toLowerCase())).join(', ')
}

/** Kinds that were chosen and that these scopes do not read. */
export const unheard = (entities: readonly string[], scopes: ReadonlySet<string>): string[] =>
  entities.filter((entity) => {
    const kind = kindOf(entity)
    return kind !== undefined && !scopes.has(kind.scopes.read)
  })

/** The states that a choice of kinds can be limited to; none where one of them has no state. */
export const statusesOf = (entities: readonly string[]): readonly string[] => {
  const words = entities.map((entity) => kindOf(entity)?.fields.find(({ name }) => name === 'status')?.words ?? [])
  return words.some((some) => some.length === 0) ? [] : [...new Set(words.flat())]
}

/** The fields whose change can be listened for, by their names in the feed. */
export const fieldsOf = (entities: readonly string[]): { readonly name: string; readonly label: string }[] => {
  const found = entities.flatMap((entity) =>
    (kindOf(entity)?.fields ?? []).map(({ shown, name, label }) => ({ name: shown?.name ?? name, label })),
  )
  return [...new Map(found.map((field) => [field.name, field])).values()]
}
