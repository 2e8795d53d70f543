/** How long a case waits, in words and as a bar beside the oldest. */
import { DAY_MS, HOUR_MS } from '../text/spans.ts'
import type { Case } from './queries.ts'
import './support.css'

const waitedMs = (since: string): number => Math.max(0, Date.now() - Date.parse(since))

/** "6 d", "3 h" */
export const ageOf = (since: string): string => {
  const waited = waitedMs(since)
  return waited < DAY_MS ? `${Math.floor(waited / HOUR_MS)} h` : `${Math.floor(waited / DAY_MS)} d`
}

export const oldestOf = (queue: readonly Case[]): number => Math.max(1, ...queue.map(({ since }) => waitedMs(since)))

/** Whether support lets it wait for longer than it promises. */
export const isLate = ({ waitsFor, since }: Pick<Case, 'waitsFor' | 'since'>, promisedHours: number): boolean =>
  waitsFor === 'SUPPORT' && waitedMs(since) > promisedHours * HOUR_MS

interface AgeBarProps {
  readonly of: Case
  readonly oldest: number
  readonly promisedHours: number
}

export const AgeBar = ({ of, oldest, promisedHours }: AgeBarProps) => {
  const waited = waitedMs(of.since)
  return (
    <span className="age">
      <b>
        {ageOf(of.since)}
        {isLate(of, promisedHours) && <span className="unseen">, longer than promised</span>}
      </b>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="age-track" width="100" height="6" />
        <rect
          className={isLate(of, promisedHours) ? 'age-late' : 'age-rest'}
          width={Math.max(2, (waited / oldest) * 100)}
          height="6"
        />
      </svg>
    </span>
  )
}
