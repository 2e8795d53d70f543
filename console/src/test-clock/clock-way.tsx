/** What happens on the way of a sandbox's clock: told before it is moved, and again when it was (events §4). */
import { Icon, type IconName } from '../parts/icon.tsx'
import { utcDayShort, utcMinutes } from '../text/instant.ts'
import './test-clock.css'

export interface WayStep {
  readonly at: string
  readonly kind: 'ACCESS_TOKENS_END' | 'API_KEY_ENDS' | 'CONNECTION_ENDS' | 'REMINDER' | 'PASSENGERS_ERASED'
  readonly count: number
  readonly reminder: string | null
}

export interface Way {
  readonly stepList: readonly WayStep[]
  readonly moreCount: number
}

interface Words {
  readonly icon: IconName
  readonly one: string
  readonly many: string
  readonly why: string
}

const ENDS: Readonly<Record<Exclude<WayStep['kind'], 'REMINDER'>, Words>> = {
  ACCESS_TOKENS_END: {
    icon: 'key',
    one: 'access token expires',
    many: 'access tokens expire',
    why: 'the next request is answered invalid_token',
  },
  API_KEY_ENDS: { icon: 'key', one: 'API key ends', many: 'API keys end', why: 'its own end is reached' },
  CONNECTION_ENDS: {
    icon: 'plug',
    one: 'connection ends, for good',
    many: 'connections end, for good',
    why: 'the refresh token was not used for 30 days; invalid_grant from here on',
  },
  PASSENGERS_ERASED: {
    icon: 'person',
    one: 'passenger is erased',
    many: 'passengers are erased',
    why: 'the days that passengers are kept have passed',
  },
}

const REMINDERS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  ACTION_OVERDUE: ['action of a safety report is overdue', 'actions of safety reports are overdue'],
  AUTHORITY_REPORT_DUE: ['report is due at the authority in 24 h', 'reports are due at the authority in 24 h'],
  QUALIFICATION_EXPIRING: ['qualification is about to expire', 'qualifications are about to expire'],
  TRAVEL_DOCUMENT_EXPIRING: ['travel document is about to expire', 'travel documents are about to expire'],
  ESTIMATE_PASSED: ['flight passes its estimate', 'flights pass their estimates'],
  NOT_REPORTED: ['flight is not reported', 'flights are not reported'],
  PASSENGER_LIST_MISSING: ['flight leaves in 24 h without a list', 'flights leave in 24 h without lists'],
  QUOTE_EXPIRING: ['quote ends in a day', 'quotes end in a day'],
  REQUEST_UNANSWERED: ['charter request is unanswered for a day', 'charter requests are unanswered for a day'],
  DEFERRAL_EXPIRING: ['deferral of a defect is about to end', 'deferrals of defects are about to end'],
  LOG_UNSIGNED: ['journey log is not signed', 'journey logs are not signed'],
  MAINTENANCE_DUE: ['maintenance is due soon', 'items of maintenance are due soon'],
  UNAVAILABILITY_END_PASSED: ['block passes its end', 'blocks pass their ends'],
}

const wordsOf = ({ kind, reminder }: WayStep): Words => {
  if (kind !== 'REMINDER') return ENDS[kind]
  const [one, many] = REMINDERS[reminder ?? ''] ?? ['reminder falls due', 'reminders fall due']
  return { icon: 'bell', one, many, why: `${reminder ?? 'a reminder'}, in the change feed` }
}

/** Reminders that are like one before them, one after another. */
interface Repeated {
  readonly until: string
  readonly count: number
}

/** What ends, and the first reminder of each kind, stand alone; a month has hundreds of reminders that are alike. */
const told = (steps: readonly WayStep[]): readonly (WayStep | Repeated)[] => {
  const seen = new Set<string>()
  const lines: (WayStep | Repeated)[] = []
  for (const step of steps) {
    const last = lines.at(-1)
    const isAlike = step.kind === 'REMINDER' && seen.has(step.reminder ?? '')
    if (step.kind === 'REMINDER') seen.add(step.reminder ?? '')
    if (!isAlike) lines.push(step)
    else if (last && 'until' in last) lines[lines.length - 1] = { until: step.at, count: last.count + step.count }
    else lines.push({ until: step.at, count: step.count })
  }
  return lines
}

const Moment = ({ at }: { readonly at: Date }) => (
  <time className="number" dateTime={at.toISOString()}>
    {utcDayShort(at)} {utcMinutes(at)}
  </time>
)

const End = ({ at, icon, children }: { readonly at: Date; readonly icon: IconName; readonly children: string }) => (
  <li className="clock-end">
    <Moment at={at} />
    <Icon name={icon} />
    <b>{children}</b>
  </li>
)

const Line = ({ line }: { readonly line: WayStep | Repeated }) => {
  if ('until' in line) {
    const until = new Date(line.until)
    return (
      <li className="clock-gap small muted">
        then {line.count} more {line.count === 1 ? 'reminder falls' : 'reminders fall'} due, until {utcDayShort(until)}{' '}
        {utcMinutes(until)}
      </li>
    )
  }
  const { icon, one, many, why } = wordsOf(line)
  return (
    <li>
      <Moment at={new Date(line.at)} />
      <Icon name={icon} />
      <div>
        <b>
          {line.count} {line.count === 1 ? one : many}
        </b>
        <p className="small muted">{why}</p>
      </div>
    </li>
  )
}

interface Shown {
  readonly title: string
  readonly way: Way
  /** Where the clock stands and arrives; left out once it was moved. */
  readonly ends?: { readonly from: Date; readonly to: Date }
}

export const ClockWay = ({ title, way, ends }: Shown) => (
  <section className="clock-way-list" aria-label={title}>
    <h3>
      {title} <span className="small muted">{way.stepList.length + way.moreCount || 'nothing'}</span>
    </h3>
    <ol>
      {ends && (
        <End at={ends.from} icon="clock">
          The clock stands here
        </End>
      )}
      {told(way.stepList).map((line) => (
        <Line
          key={'until' in line ? `until ${line.until}` : `${line.at} ${line.kind} ${line.reminder ?? ''}`}
          line={line}
        />
      ))}
      {way.moreCount > 0 && <li className="clock-gap small muted">and {way.moreCount} more</li>}
      {ends && (
        <End at={ends.to} icon="forward">
          You arrive
        </End>
      )}
    </ol>
  </section>
)
