/** The next duty: when to report, until when, with what, and its flights. */
import { Link } from '@tanstack/react-router'
import { POSITION_WORDS } from '../data/crew/positions.ts'
import { FlightStatusTag } from '../data/flights/flight-status-tag.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Tag } from '../parts/tag.tsx'
import { Empty } from '../states/empty.tsx'
import { timeLeft, utcMinutes, utcWeekday } from '../text/instant.ts'
import { listed } from '../text/listed.ts'
import { DAYS, hoursBetween } from './days.ts'
import { dutyInWords } from './duty-words.ts'
import type { Duty, Leg } from './queries.ts'

const Legs = ({ legs }: { readonly legs: readonly Leg[] }) => (
  <ul className="roster-legs">
    {legs.map((leg) => (
      <li key={leg.flightId}>
        <Link className="mono" to="/data/flights" search={{ open: leg.flightId }}>
          {leg.flightNo}
        </Link>
        <span className="two-lines">
          <span>
            <Moment at={leg.schedule.offBlock} as="minutes" /> <b>{leg.adepICAO}</b>{' '}
            <span className="small muted">{leg.schedule.offBlockLocal.slice(11, 16)} there</span>
          </span>
          <span>
            <Moment at={leg.schedule.onBlock} as="minutes" /> <b>{leg.adesICAO}</b>{' '}
            <span className="small muted">{leg.schedule.onBlockLocal.slice(11, 16)} there</span>
          </span>
        </span>
        <FlightStatusTag status={leg.status} reason={null} />
      </li>
    ))}
  </ul>
)

const unique = (words: readonly string[]): string[] => [...new Set(words)]

export const NextDuty = ({ duty, now }: { readonly duty: Duty | undefined; readonly now: Date }) => {
  if (!duty) {
    return (
      <div className="panel">
        <Empty icon="calendar" title={`No duty in the next ${DAYS} days`}>
          A roster without duties is no error: what is planned appears here.
        </Empty>
      </div>
    )
  }
  const start = new Date(duty.startAt)
  const isOn = start <= now
  const [firstLeg] = duty.legList
  return (
    <Panel
      title={isOn ? 'On duty' : 'Next duty'}
      aside={<Tag tone="info">{isOn ? `ends ${timeLeft(new Date(duty.endAt), now)}` : timeLeft(start, now)}</Tag>}
    >
      <div className="panel-body roster-next">
        <div className="stack-tight">
          <p className="muted">
            {isOn ? 'Since' : 'Report'}
            {firstLeg && ` at ${firstLeg.adepICAO}`}, {utcWeekday(start)}
          </p>
          <p className="roster-time number">{utcMinutes(start)}</p>
          <dl className="facts">
            <dt>Ends</dt>
            <dd>
              <Moment at={duty.endAt} as="minutes" /> <span className="muted">{hoursBetween(duty)}</span>
            </dd>
            <dt>Duty</dt>
            <dd>{dutyInWords(duty.kind)}</dd>
            {firstLeg && (
              <>
                <dt>Aircraft</dt>
                <dd className="mono">
                  {unique(duty.legList.map((leg) => `${leg.registration} ${leg.acftICAO}`)).join(', ')}
                </dd>
                <dt>As</dt>
                <dd>{listed(unique(duty.legList.map(({ position }) => POSITION_WORDS[position])))}</dd>
              </>
            )}
          </dl>
          {duty.warningList.map(({ code, message }) => (
            <Tag key={code} tone="solid" icon="alert">
              {message}
            </Tag>
          ))}
        </div>
        {duty.legList.length > 0 && <Legs legs={duty.legList} />}
      </div>
    </Panel>
  )
}
