/** The ids that other systems use for a record: one per system, each given to one record of its kind (data §3.2). */
import { type Problem, textProblems } from '../problem.ts'
import { type ExternalId, systemName } from '../versioned.ts'

export type { ExternalId } from '../versioned.ts'

/** A null value removes the id of that system. */
export interface ExternalIdChange {
  readonly system: string
  readonly value?: string | null | undefined
}

const MAX_EXTERNAL_IDS = 20
/** How many names one application has at an operator. */
export const MAX_SYSTEMS = 5
const SYSTEM_NAME = /^[a-z0-9-]{2,40}$/

/** `before` are the ids that the record has; one from before this rule can still be named, to remove it. */
export const externalIdProblems = (changes: readonly ExternalIdChange[], before: readonly ExternalId[]): Problem[] => {
  const known = new Set(before.map(({ system }) => systemName(system)))
  const problems = changes.flatMap(({ system, value }, index): Problem[] => {
    const path = ['externalIdList', String(index)]
    const isNamed = SYSTEM_NAME.test(system) || known.has(system)
    return [
      ...(isNamed
        ? []
        : [{ path: [...path, 'system'], message: 'A system has 2 to 40 small letters, digits and -, e.g. crm' }]),
      ...textProblems([...path, 'value'], value ?? null, { most: 200 }),
    ]
  })
  const repeated = changes.findIndex(
    ({ system }, index) => changes.findIndex((other) => other.system === system) !== index,
  )
  if (repeated >= 0) {
    problems.push({ path: ['externalIdList', String(repeated), 'system'], message: 'Each system is named once' })
  }
  if (withChanges(before, changes).length > MAX_EXTERNAL_IDS) {
    problems.push({ path: ['externalIdList'], message: `There are at most ${MAX_EXTERNAL_IDS} external ids` })
  }
  return problems
}

/**
 * The list after the changes: the systems that they do not name keep their ids. `kept` says what the store calls a
 * system, where that is not its name; an id that the name's former owner gave is replaced.
 */
export const withChanges = (
  before: readonly ExternalId[],
  changes: readonly ExternalIdChange[],
  kept: ReadonlyMap<string, string> = new Map(),
): readonly ExternalId[] => {
  const ids = new Map(before.map((id) => [systemName(id.system), id]))
  for (const { system, value } of changes) {
    if (value === null || value === undefined) ids.delete(system)
    else ids.set(system, { system: kept.get(system) ?? system, value })
  }
  return [...ids.values()]
}
