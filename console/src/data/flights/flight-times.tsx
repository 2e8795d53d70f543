/** Out, off, on and in: what was planned, is expected and happened. */
import { localTime, utcDayShort, utcMinutes } from '../../text/instant.ts'
import { Section } from '../record-parts.tsx'
import type { FlightRecord } from './flight-queries.ts'

const Time = ({ at, day }: { readonly at: string | null | undefined; readonly day: string }) => {
  if (at == null) return <span className="muted">–</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={localTime(date)}>
      {at.slice(0, 10) !== day && `${utcDayShort(date)} `}
      {utcMinutes(date)}
    </time>
  )
}

export const FlightTimes = ({ flight }: { readonly flight: FlightRecord }) => {
  const { schedule, estimate, actual } = flight
  const day = schedule.offBlock.slice(0, 10)
  const rows = [
    { name: 'Planned', times: [schedule.offBlock, null, null, schedule.onBlock] },
    { name: 'Estimate', times: [estimate?.offBlock, null, null, estimate?.onBlock] },
    { name: 'Actual', times: [actual.offBlock, actual.takeOff, actual.landing, actual.onBlock] },
  ]
  return (
    <Section title="Out, off, on, in" aside={`${utcDayShort(new Date(schedule.offBlock))}, UTC`}>
      <table className="record-times number">
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Times</span>
            </th>
            {['Out', 'Off', 'On', 'In'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, times }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {['Out', 'Off', 'On', 'In'].map((column, index) => (
                <td key={column}>
                  <Time at={times[index]} day={day} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
