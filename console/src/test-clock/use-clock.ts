/** The clock of the sandbox that this console belongs to. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { TEST_CLOCK, type TestClock } from './queries.ts'
import { useRunning } from './running-clock.ts'

/** Undefined while it is not known, null where there is none. */
export const useTestClock = (): { readonly clock: TestClock | null; readonly now: Date } | undefined => {
  const query = useQuery(queryOf(TEST_CLOCK, {}))
  const now = useRunning(query.data?.testClock?.now, query.dataUpdatedAt)
  return query.data && { clock: query.data.testClock, now }
}
