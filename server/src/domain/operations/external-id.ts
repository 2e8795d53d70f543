/** The ids that other systems use for a record. */
import { type Problem, textProblems } from '../problem.ts'

export interface ExternalId {
  readonly system: string
  readonly value: string
}

const MAX_EXTERNAL_IDS = 20

export const externalIdProblems = (list: readonly ExternalId[]): Problem[] => {
  if (list.length > MAX_EXTERNAL_IDS) {
    return [{ path: ['externalIdList'], message: `There are at most ${MAX_EXTERNAL_IDS} external ids` }]
  }
  const problems = list.flatMap(({ system, value }, index) => [
    ...textProblems(['externalIdList', String(index), 'system'], system, { most: 60, required: true }),
    ...textProblems(['externalIdList', String(index), 'value'], value, { most: 200, required: true }),
  ])
  const repeated = list.findIndex(({ system }, index) => list.findIndex((other) => other.system === system) !== index)
  if (repeated >= 0) {
    problems.push({ path: ['externalIdList', String(repeated), 'system'], message: 'Each system is named once' })
  }
  return problems
}
