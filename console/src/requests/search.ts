/** The request log's filters in its address. */
import { dayEnd, dayStart } from '../text/day-bounds.ts'
import { given, searchText, searchWord } from '../text/search-text.ts'

export const REQUEST_OUTCOMES = ['ANSWERED', 'REFUSED', 'THROTTLED', 'FAILED'] as const

export const requestsSearch = (search: Record<string, unknown>) =>
  given({
    id: searchText(search, 'id'),
    actor: searchText(search, 'actor'),
    outcome: searchWord(search, 'outcome', REQUEST_OUTCOMES),
    code: searchText(search, 'code'),
    operation: searchText(search, 'operation'),
    from: searchText(search, 'from'),
    to: searchText(search, 'to'),
    open: searchText(search, 'open'),
  })

export type RequestsSearch = ReturnType<typeof requestsSearch>

export const requestFilter = ({ id, actor, outcome, code, operation, from, to }: RequestsSearch) => ({
  requestId: id ?? null,
  actorId: actor ?? null,
  outcome: outcome ?? null,
  code: code ?? null,
  operation: operation ?? null,
  from: dayStart(from),
  to: dayEnd(to),
})
