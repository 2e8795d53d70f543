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

export const ClockWay = ({ title, way }: { readonly title: string; readonly way: Way }) => (
  <section className="clock-way-list" aria-label={title}>
    <h3>
      {title} <span className="small muted">{way.stepList.length + way.moreCount || 'nothing'}</span>
    </h3>
    <ol>
      {way.stepList.map((step) => {
        const { icon, one, many, why } = wordsOf(step)
        const at = new Date(step.at)
        return (
          <li key={`${step.at} ${step.kind} ${step.reminder ?? ''}`}>
            <time className="number" dateTime={step.at}>
              {utcDayShort(at)} {utcMinutes(at)}
            </time>
            <Icon name={icon} />
            <div>
              <b>
                {step.count} {step.count === 1 ? one : many}
              </b>
              <p className="small muted">{why}</p>
            </div>
          </li>
        )
      })}
    </ol>
    {way.moreCount > 0 && <p className="small muted">and {way.moreCount} more</p>}
  </section>
)
