/** How long until a report has to be somewhere: time left and a bar that fills; what was sent needs none. */
import { Icon } from '../parts/icon.tsx'
import { DAY_MS, HOUR_MS } from '../text/spans.ts'
import type { Standing } from './queries.ts'
import { isOver } from './report-words.ts'

/** Below 72 hours in hours, below two months in days. */
const spanInWords = (span: number): string => {
  if (span < 72 * HOUR_MS) return `${Math.floor(span / HOUR_MS)} h`
  const days = Math.floor(span / DAY_MS)
  return days <= 60 ? `${days} days` : `${Math.round(days / 30.4)} months`
}

export const leftInWords = (dueAt: string, now: number): string => {
  const left = Date.parse(dueAt) - now
  return left < 0 ? `${spanInWords(-left)} over` : `${spanInWords(left)} left`
}

export const CLOCKS = [
  { name: 'Authority, 72 h', sort: 'authority', due: 'authorityDueAt', sent: 'reportedToAuthorityAt' },
  { name: 'Preliminary, 30 d', sort: 'preliminary', due: 'preliminaryDueAt', sent: 'preliminarySentAt' },
  { name: 'Final, 3 months', sort: 'final', due: 'finalDueAt', sent: 'finalSentAt' },
] as const

export type ClockOf = (typeof CLOCKS)[number]

/** When it runs out; null where none runs: sent, over, or not asked for. */
export const runsUntil = (report: Standing, { due, sent }: ClockOf): string | null =>
  report[sent] !== null || isOver(report.status) ? null : report[due]

interface ClockProps {
  readonly report: Standing
  readonly clock: ClockOf
  readonly now: number
}

export const Clock = ({ report, clock, now }: ClockProps) => {
  const dueAt = runsUntil(report, clock)
  if (report[clock.sent] !== null) {
    return (
      <span className="clock-sent">
        <Icon name="check" />
        sent
      </span>
    )
  }
  if (dueAt === null) return <span className="clock-none muted">–</span>
  const [begin, end] = [Date.parse(report.awareAt), Date.parse(dueAt)]
  const passed = Math.min(1, Math.max(0, (now - begin) / (end - begin)))
  const look = now > end ? 'clock-gone' : passed > 0.75 || end - now < 2 * DAY_MS ? 'clock-near' : ''
  return (
    <span className={`clock ${look}`.trim()}>
      <span>{leftInWords(dueAt, now)}</span>
      <span className="clock-bar" aria-hidden="true">
        <i style={{ width: `${Math.max(2, Math.round(passed * 100))}%` }} />
      </span>
    </span>
  )
}
