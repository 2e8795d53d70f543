/** How long a case waits, in words and as a bar beside the oldest. */
import { DAY_MS, HOUR_MS } from '../text/spans.ts'
import type { Case } from './queries.ts'
import './support.css'

/** The days that support promises. */
const PROMISED_MS = 2 * DAY_MS

const waitedMs = (since: string): number => Math.max(0, Date.now() - Date.parse(since))

/** "6 d", "3 h" */
export const ageOf = (since: string): string => {
  const waited = waitedMs(since)
  return waited < DAY_MS ? `${Math.floor(waited / HOUR_MS)} h` : `${Math.floor(waited / DAY_MS)} d`
}

export const oldestOf = (queue: readonly Case[]): number => Math.max(1, ...queue.map(({ since }) => waitedMs(since)))

export const isLate = ({ waitsFor, since }: Case): boolean => waitsFor === 'SUPPORT' && waitedMs(since) > PROMISED_MS

export const AgeBar = ({ of, oldest }: { readonly of: Case; readonly oldest: number }) => {
  const waited = waitedMs(of.since)
  return (
    <span className="age">
      <b>
        {ageOf(of.since)}
        {isLate(of) && <span className="unseen">, longer than promised</span>}
      </b>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="age-track" width="100" height="6" />
        <rect
          className={isLate(of) ? 'age-late' : 'age-rest'}
          width={Math.max(2, (waited / oldest) * 100)}
          height="6"
        />
      </svg>
    </span>
  )
}
