/** The sandbox's clock as it runs: read once in a while, counted on in between. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../graph/query.ts'
import { TEST_CLOCK, type TestClock } from './queries.ts'

const TICK_MS = 1_000

/** Undefined while it is not known, null where there is none. */
export const useTestClock = (): { readonly clock: TestClock | null; readonly now: Date } | undefined => {
  const query = useQuery(queryOf(TEST_CLOCK, {}))
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (!query.data) return undefined
  const { testClock } = query.data
  const read = testClock === null ? at : new Date(testClock.now).getTime()
  return { clock: testClock, now: new Date(read + Math.max(0, at - query.dataUpdatedAt)) }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "30 days", "1 day 2 h", "31 min". */
export const aheadWords = (seconds: number): string => {
  const days = Math.floor(seconds / DAY)
  const hours = Math.floor((seconds % DAY) / HOUR)
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  const parts = [
    ...(days > 0 ? [`${days} ${days === 1 ? 'day' : 'days'}`] : []),
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes > 0 && days === 0 ? [`${minutes} min`] : []),
  ]
  return parts.join(' ') || `${seconds} s`
}
