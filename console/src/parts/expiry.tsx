/** How much of a time is left: a ring that empties, and the words for it. Heavier ink in the last quarter. */
import { useEffect, useState } from 'react'
import { durationLeft } from '../text/left.ts'
import './expiry.css'

const TICK_MS = 15_000
const RADIUS = 11
const ROUND = 2 * Math.PI * RADIUS
const LAST_PART = 0.25

/** The time as it goes by, for what counts down. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface ExpiryRingProps {
  readonly from: string
  readonly until: string
  readonly now: Date
}

export const ExpiryRing = ({ from, until, now }: ExpiryRingProps) => {
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const left = Math.min(1, Math.max(0, (end - now.getTime()) / Math.max(1, end - start)))
  return (
    <svg className="expiry-ring" viewBox="0 0 28 28" aria-hidden="true">
      <circle className="expiry-track" cx="14" cy="14" r={RADIUS} />
      <circle
        className={left < LAST_PART ? 'expiry-left expiry-last' : 'expiry-left'}
        cx="14"
        cy="14"
        r={RADIUS}
        strokeDasharray={`${left * ROUND} ${ROUND}`}
        transform="rotate(-90 14 14)"
      />
    </svg>
  )
}

/** "8 h 19 left". */
export const TimeLeft = ({ until, now }: { readonly until: string; readonly now: Date }) => (
  <>
    <b className="number">{durationLeft(new Date(until), now)}</b> left
  </>
)
