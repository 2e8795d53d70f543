/** Two weeks, one line a day in UTC: duties as frames, flights within them; read as a list by a screen reader. */

import { Panel } from '../parts/panel.tsx'
import { utcDayShort, utcMinutes, utcWeekdayShort } from '../text/instant.ts'
import { DAY_MS } from '../text/spans.ts'
import { byDay, hoursBetween, isFree, placeOnDay } from './days.ts'
import { dutyInWords, routeOf } from './duty-words.ts'
import type { Duty } from './queries.ts'

const HOURS = ['00', '03', '06', '09', '12', '15', '18', '21']

const percent = ({ left, width }: { left: number; width: number }) => ({ left: `${left}%`, width: `${width}%` })

const Bars = ({ duties, day }: { readonly duties: readonly Duty[]; readonly day: number }) =>
  duties
    .filter((duty) => !isFree(duty))
    .map((duty) => (
      <span key={duty.dutyId}>
        <span
          className={duty.kind === 'FLIGHT' ? 'roster-duty' : 'roster-duty roster-other'}
          style={percent(placeOnDay(duty, day))}
        />
        {duty.legList.map(({ flightId, schedule }) => (
          <span
            key={flightId}
            className="roster-flight"
            style={percent(placeOnDay({ startAt: schedule.offBlock, endAt: schedule.onBlock }, day))}
          />
        ))}
      </span>
    ))

const wordsOf = (duty: Duty): string =>
  isFree(duty)
    ? dutyInWords(duty.kind)
    : `${duty.legList.length > 0 ? routeOf(duty.legList) : dutyInWords(duty.kind)}, ${utcMinutes(new Date(duty.startAt))} to ${utcMinutes(new Date(duty.endAt))}, ${hoursBetween(duty)}`

interface FortnightProps {
  readonly duties: readonly Duty[]
  readonly from: number
  readonly now: number
}

export const Fortnight = ({ duties, from, now }: FortnightProps) => (
  <Panel title="Two weeks" hint="one line a day, UTC">
    <div className="roster-scale small muted" aria-hidden="true">
      {HOURS.map((hour) => (
        <span key={hour}>{hour}</span>
      ))}
    </div>
    <ol className="roster-days">
      {byDay(duties, from).map(({ day, spans }) => {
        const isToday = now >= day && now < day + DAY_MS
        return (
          <li key={day} aria-current={isToday ? 'date' : undefined}>
            <span>
              <b>{utcWeekdayShort(new Date(day))}</b> {utcDayShort(new Date(day))}
            </span>
            <span className="roster-lane" aria-hidden="true">
              <Bars duties={spans} day={day} />
              {isToday && <span className="roster-now" style={{ left: `${((now - day) / DAY_MS) * 100}%` }} />}
            </span>
            <span className="small">
              {spans.length === 0 ? (
                <span className="muted">nothing planned</span>
              ) : (
                spans.map((duty) => (
                  <span key={duty.dutyId} className="roster-words">
                    {wordsOf(duty)}
                  </span>
                ))
              )}
            </span>
          </li>
        )
      })}
    </ol>
  </Panel>
)
