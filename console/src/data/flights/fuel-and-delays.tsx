/** Fuel and delays of a flight, as they were reported. */
import { grouped } from '../../text/count.ts'
import { Facts, Section } from '../record-parts.tsx'
import type { FlightRecord } from './flight-queries.ts'

const Fuel = ({ fuel }: { readonly fuel: FlightRecord['fuel'] }) => {
  const amount = (value: number | null) => (value === null ? null : grouped(value))
  return (
    <Section title="Fuel" {...(fuel ? { aside: fuel.unit.toLowerCase() } : {})}>
      {fuel === null ? (
        <p className="muted">not reported</p>
      ) : (
        <Facts
          facts={[
            { name: 'Before uplift', value: amount(fuel.beforeUplift) },
            { name: 'Uplift', value: amount(fuel.uplift) },
            { name: 'Off block', value: amount(fuel.blockOff) },
            { name: 'On block', value: amount(fuel.blockOn) },
            { name: 'Used', value: amount(fuel.used) },
          ]}
        />
      )}
    </Section>
  )
}

const Delays = ({ delays }: { readonly delays: FlightRecord['delayList'] }) => (
  <Section title="Delays" aside={`${delays.reduce((sum, { minutes }) => sum + minutes, 0)} min`}>
    {delays.length === 0 ? (
      <p className="muted">none</p>
    ) : (
      <ul className="record-lines">
        {delays.map(({ code, minutes, note }) => (
          <li key={code}>
            <span>
              <span className="mono">{code}</span> {note}
            </span>
            <span>{minutes} min</span>
          </li>
        ))}
      </ul>
    )}
  </Section>
)

export const FuelAndDelays = ({ flight }: { readonly flight: FlightRecord }) => (
  <>
    <Fuel fuel={flight.fuel} />
    <Delays delays={flight.delayList} />
  </>
)
