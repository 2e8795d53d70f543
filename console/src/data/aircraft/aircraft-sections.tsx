/** What an aircraft shows beyond its fields: hours, blocks and its next flights. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Tag } from '../../parts/tag.tsx'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { grouped } from '../../text/count.ts'
import { Facts, Section } from '../record-parts.tsx'
import { hoursOf, spelled } from '../spelled.ts'
import { daysAhead } from '../time-span.ts'
import { AIRCRAFT_FLIGHTS, AIRCRAFT_OWN, type AircraftOwn } from './aircraft-queries.ts'

const DAYS_OF_BLOCKS = 90
const DAYS_OF_FLIGHTS = 14

const Hours = ({ hours }: { readonly hours: AircraftOwn['hours'] }) => (
  <Section title="Hours">
    <Facts
      facts={[
        { name: 'Airframe', value: `${hoursOf(hours.airframeMinutes)} h` },
        { name: 'Cycles', value: grouped(hours.cycles) },
        { name: 'As of', value: <Moment at={hours.asOf} as="full" /> },
      ]}
    />
  </Section>
)

const Blocks = ({ blocks }: { readonly blocks: AircraftOwn['unavailabilityList'] }) => (
  <Section title="Not available" aside={`next ${DAYS_OF_BLOCKS} days`}>
    {blocks.length === 0 && <p className="muted">always available</p>}
    <ul className="record-lines">
      {blocks.map(({ unavailabilityId, reason, note, from, to }) => (
        <li key={unavailabilityId}>
          <span>
            <Tag>{spelled(reason)}</Tag> {note}
          </span>
          <span className="small muted">
            <Moment at={from} /> to <Moment at={to} />
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

const NextFlights = ({ aircraftId }: { readonly aircraftId: string }) => {
  const [interval] = useState(() => daysAhead(DAYS_OF_FLIGHTS))
  const { data } = useQuery(queryOf(AIRCRAFT_FLIGHTS, { filter: { interval, aircraftIdList: [aircraftId] } }))
  return (
    <Section title="Next flights" aside={`${DAYS_OF_FLIGHTS} days`}>
      {data?.flightList.nodeList.length === 0 && <p className="muted">none planned</p>}
      <ul className="record-lines">
        {data?.flightList.nodeList.map(({ flightId, flightNo, adep, ades, schedule }) => (
          <li key={flightId}>
            <span>
              <Link className="mono" to="/data/flights" search={{ open: flightId }}>
                {flightNo}
              </Link>{' '}
              <span className="mono">
                {adep.iCAO ?? adep.name} {ades.iCAO ?? ades.name}
              </span>
            </span>
            <span className="small muted">
              <Moment at={schedule.offBlock} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export const AircraftSections = ({ id }: { readonly id: string }) => {
  const viewer = useViewer()
  const [ahead] = useState(() => daysAhead(DAYS_OF_BLOCKS))
  const { data } = useQuery(queryOf(AIRCRAFT_OWN, { aircraftId: id, ahead }))
  return (
    <>
      {data?.aircraft && <Hours hours={data.aircraft.hours} />}
      {data?.aircraft && <Blocks blocks={data.aircraft.unavailabilityList} />}
      {mayDo(viewer, 'flight:read') && <NextFlights aircraftId={id} />}
    </>
  )
}
