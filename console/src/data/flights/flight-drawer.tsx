/** One flight with everything about it. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { textOf } from '../../graph/graphql.ts'
import { queryOf } from '../../graph/query.ts'
import { lazily } from '../../parts/lazily.ts'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { grouped } from '../../text/count.ts'
import { kindNamed } from '../kinds.ts'
import { RecordDetail } from '../record-detail.tsx'
import { RecordDrawer } from '../record-drawer.tsx'
import { Facts, Section } from '../record-parts.tsx'
import { hoursOf, spelled } from '../spelled.ts'
import { AtRiskTag } from './at-risk-tag.tsx'
import { FlightCrew } from './flight-crew.tsx'
import { FlightPassengers } from './flight-passengers.tsx'
import { FLIGHT, type FlightRecord } from './flight-queries.ts'
import { FlightStatusTag } from './flight-status-tag.tsx'
import { FlightTimes } from './flight-times.tsx'

const FlightPapers = lazily(() => import('./flight-papers.tsx'), 'FlightPapers')

const FuelAndDelays = lazily(() => import('./fuel-and-delays.tsx'), 'FuelAndDelays')

const placeOf = ({ city, name, iCAO }: FlightRecord['adep']) => (
  <>
    <b>{city ?? name}</b> <span className="mono muted">{iCAO}</span>
  </>
)

const Headline = ({ flight }: { readonly flight: FlightRecord }) => (
  <p className="row record-whole">
    <FlightStatusTag status={flight.status} reason={flight.statusReason} />
    {flight.isAtRisk && <AtRiskTag reasons={flight.riskReasonList} />}
    <span>
      {placeOf(flight.adep)} to {placeOf(flight.ades)}
    </span>
    <span>
      <Link
        className="mono"
        to="/data/$kind"
        params={{ kind: 'aircraft' }}
        search={{ open: flight.aircraft.aircraftId }}
      >
        {flight.aircraft.registration}
      </Link>{' '}
      {flight.aircraft.acftType.manufacturer} {flight.aircraft.acftType.model}
    </span>
  </p>
)

const Plan = ({ flight }: { readonly flight: FlightRecord }) => (
  <Section title="Flight">
    <Facts
      facts={[
        { name: 'Kind', value: spelled(flight.kind) },
        { name: 'Rules', value: flight.rules },
        { name: 'Callsign', value: flight.callsign && <span className="mono">{flight.callsign}</span> },
        { name: 'Trip', value: flight.trip && `${flight.trip.tripNumber}, ${spelled(flight.trip.status)}` },
        { name: 'Leg', value: flight.legNumber },
        { name: 'Distance', value: `${grouped(flight.distanceNm)} NM` },
        { name: 'Block', value: flight.blockMinutes === null ? null : `${hoursOf(flight.blockMinutes)} h` },
        { name: 'Airborne', value: flight.airborneMinutes === null ? null : `${hoursOf(flight.airborneMinutes)} h` },
        { name: 'Alternates', value: flight.alternateList.map(({ iCAO, name }) => iCAO ?? name).join(', ') },
        {
          name: 'Diverted to',
          value: flight.divertedTo && `${flight.divertedTo.iCAO ?? ''} ${flight.divertedTo.name}`.trim(),
        },
        { name: 'Note', value: flight.opsNote },
      ]}
    />
  </Section>
)

const FlightDetail = ({ flight, onGone }: { readonly flight: FlightRecord; readonly onGone: () => void }) => {
  const viewer = useViewer()
  const kind = kindNamed('Flight')
  return (
    kind && (
      <RecordDetail
        kind={kind}
        row={flight}
        query={{ text: textOf(FLIGHT).trim(), scopes: ['flight:read', 'aircraft:read'] }}
        head={<Headline flight={flight} />}
        main={
          <>
            <FlightTimes flight={flight} />
            <Plan flight={flight} />
            <Suspense>
              <FlightPapers flightId={flight.flightId} />
            </Suspense>
          </>
        }
        side={
          <>
            {mayDo(viewer, 'crew:read') && <FlightCrew flightId={flight.flightId} />}
            <FlightPassengers key={flight.flightId} flightId={flight.flightId} count={flight.paxCount} />
            <Suspense>
              <FuelAndDelays flight={flight} />
            </Suspense>
          </>
        }
        onGone={onGone}
      />
    )
  )
}

interface FlightDrawerProps {
  readonly flightId: string | undefined
  readonly list: readonly string[]
  readonly onOpen: (flightId: string | undefined) => void
}

export const FlightDrawer = ({ flightId, list, onOpen }: FlightDrawerProps) => {
  const query = useQuery({ ...queryOf(FLIGHT, { flightId: flightId ?? '' }), enabled: flightId !== undefined })
  return (
    <RecordDrawer
      title={<span className="mono">{query.data?.flight?.flightNo ?? 'Flight'}</span>}
      open={flightId}
      list={list}
      query={query}
      onOpen={onOpen}
    >
      {({ flight }) =>
        flight && <FlightDetail key={flight.flightId} flight={flight} onGone={() => onOpen(undefined)} />
      }
    </RecordDrawer>
  )
}
