/** One aircraft with everything about it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { textOf } from '../../graph/graphql.ts'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Tag } from '../../parts/tag.tsx'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { grouped } from '../../text/count.ts'
import { RecordDrawer } from '../record-drawer.tsx'
import { Facts, QueryShown, Section, Version } from '../record-parts.tsx'
import { hoursOf, spelled } from '../spelled.ts'
import { daysAhead } from '../time-span.ts'
import { AIRCRAFT, AIRCRAFT_FLIGHTS, type AircraftRecord } from './aircraft-queries.ts'

const DAYS_OF_BLOCKS = 90
const DAYS_OF_FLIGHTS = 14

const amount = (value: number | null, unit: string): string | null =>
  value === null ? null : `${grouped(value)} ${unit}`

const AircraftFacts = ({ aircraft }: { readonly aircraft: AircraftRecord }) => (
  <Section title="Aircraft">
    <Facts
      facts={[
        { name: 'Type', value: `${aircraft.acftType.manufacturer} ${aircraft.acftType.model}` },
        { name: 'Designator', value: <span className="mono">{aircraft.acftType.iCAO}</span> },
        { name: 'Base', value: `${aircraft.base.iCAO ?? ''} ${aircraft.base.city ?? aircraft.base.name}`.trim() },
        { name: 'Status', value: spelled(aircraft.status) },
        { name: 'Seats', value: aircraft.seatCount },
        { name: 'Range', value: amount(aircraft.maxRangeNm, 'NM') },
        { name: 'Cruise', value: amount(aircraft.cruiseKt, 'kt') },
        { name: 'Take-off mass', value: amount(aircraft.mtowKg, 'kg at most') },
        { name: 'Equipment', value: aircraft.equipmentList.map(spelled).join(', ') },
        { name: 'Serial number', value: aircraft.serialNumber },
        { name: 'Built', value: aircraft.yearOfManufacture },
      ]}
    />
  </Section>
)

const Hours = ({ hours }: { readonly hours: AircraftRecord['hours'] }) => (
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

const Blocks = ({ blocks }: { readonly blocks: AircraftRecord['unavailabilityList'] }) => (
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
                {adep.iCAO} {ades.iCAO}
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

const AircraftDetail = ({ aircraft }: { readonly aircraft: AircraftRecord }) => {
  const viewer = useViewer()
  return (
    <div className="record">
      <div>
        <AircraftFacts aircraft={aircraft} />
        <Blocks blocks={aircraft.unavailabilityList} />
        <Version record={aircraft} id={aircraft.aircraftId} />
      </div>
      <div>
        <Hours hours={aircraft.hours} />
        {mayDo(viewer, 'flight:read') && <NextFlights aircraftId={aircraft.aircraftId} />}
      </div>
      <div className="record-whole">
        <QueryShown text={textOf(AIRCRAFT).trim()} scopes={['aircraft:read']} />
      </div>
    </div>
  )
}

interface AircraftDrawerProps {
  readonly aircraftId: string | undefined
  readonly list: readonly string[]
  readonly onOpen: (aircraftId: string | undefined) => void
}

export const AircraftDrawer = ({ aircraftId, list, onOpen }: AircraftDrawerProps) => {
  const [ahead] = useState(() => daysAhead(DAYS_OF_BLOCKS))
  const query = useQuery({
    ...queryOf(AIRCRAFT, { aircraftId: aircraftId ?? '', ahead }),
    enabled: aircraftId !== undefined,
  })
  return (
    <RecordDrawer
      title={<span className="mono">{query.data?.aircraft?.registration ?? 'Aircraft'}</span>}
      open={aircraftId}
      list={list}
      query={query}
      onOpen={onOpen}
    >
      {({ aircraft }) => aircraft && <AircraftDetail aircraft={aircraft} />}
    </RecordDrawer>
  )
}
