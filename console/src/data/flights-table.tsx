/** Flights by planned off-block time: a week from today unless asked otherwise. */
import { NativeSelect, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql } from '../graph/graphql.ts'
import { usePages } from '../graph/pages.ts'
import { Empty } from '../parts/empty.tsx'
import { Paged } from '../parts/paged.tsx'
import { Table } from '../parts/table.tsx'
import { FLIGHT, FlightRow } from './flight-row.tsx'
import { daysOf, FLIGHT_STATUSES, flightFilter } from './flight-search.ts'
import { spelled } from './spelled.ts'
import { TypedFilter } from './typed-filter.tsx'

const FLIGHTS = graphql(
  `
  query Flights($filter: FlightFilter!, $page: PageInput) {
    flightList(filter: $filter, page: $page) {
      nodeList {
        ...FlightRow
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`,
  [FLIGHT],
)

const COLUMNS = [
  'Flight',
  'Off block',
  'On block',
  'Route',
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
      <TypedFilter label="From airport" placeholder="LSZH" value={search.adep} onCommit={(adep) => change({ adep })} />
      <TypedFilter label="To airport" placeholder="EGLF" value={search.ades} onCommit={(ades) => change({ ades })} />
      <NativeSelect
        label="Status"
        value={search.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any status' },
          ...FLIGHT_STATUSES.map((status) => ({ value: status, label: spelled(status) })),
        ]}
      />
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
