/** What ran in this page, newest first, to be taken up again: in memory only, as answers and tokens are. */
import type { Answered, Sent } from './credential.ts'

export interface RanQuery {
  readonly query: string
  /** As JSON, as the editor has them. */
  readonly variables: string
  readonly name: string
  readonly at: string
  readonly isGood: boolean
}

const MAX_RAN = 20

/** An operation without a name is known by its first field. */
const nameOf = ({ query, operationName }: Sent): string =>
  operationName ?? /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? /{\s*(\w+)/.exec(query)?.[1] ?? 'not named'

const variablesText = (variables: unknown): string =>
  variables && Object.keys(variables).length > 0 ? JSON.stringify(variables, null, 2) : ''

/** The same query run again is one entry, with its last outcome. */
export const withRan = (before: readonly RanQuery[], sent: Sent, { status, body }: Answered): RanQuery[] => {
  const ran = {
    query: sent.query,
    variables: variablesText(sent.variables),
    name: nameOf(sent),
    at: new Date().toISOString(),
    isGood: status === 200 && !('errors' in body),
  }
  const others = before.filter(({ query, variables }) => query !== ran.query || variables !== ran.variables)
  return [ran, ...others].slice(0, MAX_RAN)
}
