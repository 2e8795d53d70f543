/** A sandbox's clock as it runs: read once in a while, counted on in between; and how far it is ahead, in words. */
import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** What a clock says now that said `read` at the moment `readAt` of this browser. */
export const useRunning = (read: string | undefined, readAt: number): Date => {
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date(read === undefined ? at : new Date(read).getTime() + Math.max(0, at - readAt))
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
