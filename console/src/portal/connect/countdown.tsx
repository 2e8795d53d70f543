/** The ten minutes of a code as they run. */
import { useEffect, useState } from 'react'

export const CODE_SECONDS = 600

const RADIUS = 31
const LENGTH = 2 * Math.PI * RADIUS

/** Whole seconds that are left of a code that came at `since`; counts by itself. */
export const useSecondsLeft = (since: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((since + CODE_SECONDS * 1000 - now) / 1000))
}

export const Countdown = ({ seconds }: { readonly seconds: number }) => {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return (
    <svg
      className="countdown"
      viewBox="0 0 72 72"
      role="img"
      aria-label={`${minutes} minutes ${rest} seconds of 10 minutes left`}
    >
      <circle className="countdown-track" cx="36" cy="36" r={RADIUS} />
      <circle
        className="countdown-left"
        cx="36"
        cy="36"
        r={RADIUS}
        strokeDasharray={`${((seconds / CODE_SECONDS) * LENGTH).toFixed(1)} ${LENGTH.toFixed(1)}`}
        transform="rotate(-90 36 36)"
      />
      <text x="36" y="41">
        {minutes}:{String(rest).padStart(2, '0')}
      </text>
    </svg>
  )
}
