/** Flights by planned off-block time: a week from today unless asked otherwise. */
import { NativeSelect, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ResultOf } from 'gql.tada'
import { useState } from 'react'
import { graphql } from '../graph/graphql.ts'
import { usePages } from '../graph/pages.ts'
import { Empty } from '../parts/empty.tsx'
import { localTime, utcDayShort, utcMinutes } from '../parts/instant.ts'
import { Paged } from '../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { daysOf, FLIGHT_STATUSES, flightFilter } from './flight-search.ts'
import { FlightStatusTag } from './flight-status-tag.tsx'
import { spelled } from './spelled.ts'
import { TypedFilter } from './typed-filter.tsx'

const FLIGHTS = graphql(`
  query Flights($filter: FlightFilter!, $page: PageInput) {
    flightList(filter: $filter, page: $page) {
      nodeList {
        flightId
        flightNo
        status
        kind
        aircraft {
          registration
          acftType {
            iCAO
          }
        }
        adep {
          iCAO
          name
        }
        ades {
          iCAO
          name
        }
        schedule {
          offBlock
          onBlock
          offBlockLocal
          onBlockLocal
        }
        paxCount {
          total
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

type Flight = ResultOf<typeof FLIGHTS>['flightList']['nodeList'][number]

const Airport = ({ airport }: { readonly airport: Flight['adep'] }) => (
  <span className="mono" title={airport.name}>
    {airport.iCAO ?? airport.name}
  </span>
)

/** UTC, and on hover the clock at that airport. */
const BlockTime = ({ at, local }: { readonly at: string; readonly local: string }) => (
  <time dateTime={at} title={`${local.slice(11, 16)} at the airport; ${localTime(new Date(at))}`}>
    {utcDayShort(new Date(at))} {utcMinutes(new Date(at))}
  </time>
)

const FlightRow = ({ flight }: { readonly flight: Flight }) => (
  <Row>
    <NameCell>
      <span className="mono">{flight.flightNo}</span>
    </NameCell>
    <Cell label="Off block">
      <BlockTime at={flight.schedule.offBlock} local={flight.schedule.offBlockLocal} />
    </Cell>
    <Cell label="On block">
      <BlockTime at={flight.schedule.onBlock} local={flight.schedule.onBlockLocal} />
    </Cell>
    <Cell label="From">
      <Airport airport={flight.adep} />
    </Cell>
    <Cell label="To">
      <Airport airport={flight.ades} />
    </Cell>
    <Cell label="Aircraft">
      <span className="mono">{flight.aircraft.registration}</span>{' '}
      <span className="muted mono">{flight.aircraft.acftType.iCAO}</span>
    </Cell>
    <Cell label="Kind">{spelled(flight.kind)}</Cell>
    <Cell label="Passengers" kind="number">
      {flight.paxCount.total}
    </Cell>
    <Cell label="Status">
      <FlightStatusTag status={flight.status} />
    </Cell>
  </Row>
)

const COLUMNS = [
  'Flight',
  'Off block',
  'On block',
  'From',
  'To',
  'Aircraft',
  'Kind',
  { name: 'Passengers', align: 'number' },
  'Status',
] as const

const FlightFilters = ({ now }: { readonly now: Date }) => {
  const search = useSearch({ from: '/data/flights' })
  const navigate = useNavigate({ from: '/data/flights' })
  const change = (part: object) => navigate({ search: { ...search, ...part }, replace: true })
  const days = daysOf(search, now)
  return (
    <div className="filters">
      <TextInput
        type="date"
        label="From (UTC)"
        value={days.from}
        onChange={(event) => change({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        value={days.to}
        onChange={(event) => change({ to: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Status"
        value={search.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any status' },
          ...FLIGHT_STATUSES.map((status) => ({ value: status, label: spelled(status) })),
        ]}
      />
      <TypedFilter label="From airport" placeholder="LSZH" value={search.adep} onCommit={(adep) => change({ adep })} />
      <TypedFilter label="To airport" placeholder="EGLF" value={search.ades} onCommit={(ades) => change({ ades })} />
    </div>
  )
}

export const FlightsTable = () => {
  const [now] = useState(() => new Date())
  const filter = flightFilter(useSearch({ from: '/data/flights' }), now)
  const pages = usePages(
    FLIGHTS,
    (page) => ({ filter, page }),
    (data) => data.flightList,
  )
  return (
    <>
      <FlightFilters now={now} />
      <Paged
        pages={pages}
        label="Flights"
        moreLabel="Show later"
        empty={
          <Empty
            icon="aircraft"
            title="No flight in these days matches"
            action={<Link to="/data/flights">The next 7 days</Link>}
          />
        }
      >
        {(flights) => (
          <Table fitsFrom={860} label="Flights" columns={COLUMNS}>
            {flights.map((flight) => (
              <FlightRow key={flight.flightId} flight={flight} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  )
}
