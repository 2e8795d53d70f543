/** Flights by planned off-block time: a week from today unless asked otherwise. Each opens beside the table. */

import { Link, useSearch } from '@tanstack/react-router'
import { Fragment, Suspense, useState } from 'react'
import { allNodes, type PageAsked, usePages } from '../../graph/pages.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { lazily } from '../../parts/lazily.ts'
import { Paged } from '../../parts/paged.tsx'
import { GroupRow, Table } from '../../parts/table.tsx'
import { useAddress } from '../../shell/address.ts'
import { Empty } from '../../states/empty.tsx'
import { counted } from '../../text/count.ts'
import { csvText } from '../../text/csv.ts'
import { utcWeekday } from '../../text/instant.ts'
import { type Sorting, sorted, sortingOf } from '../../text/sort.ts'
import { useAirport } from '../airport-filter.tsx'
import { noSuchAirport } from '../airports.ts'
import { ImportLink } from '../import-link.tsx'
import { FLIGHT_CSV, FLIGHT_ORDERS, FLIGHT_TABLE } from './flight-columns.ts'
import { flightFilter } from './flight-filter.ts'
import { FlightFilters } from './flight-filters.tsx'
import { FLIGHTS, type Flight } from './flight-queries.ts'
import { FlightRow, isLate } from './flight-row.tsx'
import { isNarrowed } from './flight-search.ts'

/** Loaded beside the list, which does not wait for it. */
const FlightDrawer = lazily(() => import('./flight-drawer.tsx'), 'FlightDrawer')

interface RowsProps {
  readonly flights: readonly Flight[]
  readonly sorting: Sorting
}

/** "6 flights, 1 late, 2 at risk". */
const dayInWords = (flights: readonly Flight[]): string => {
  const [late, atRisk] = [flights.filter(isLate).length, flights.filter(({ isAtRisk }) => isAtRisk).length]
  return [counted(flights.length, 'flight'), late > 0 && `${late} late`, atRisk > 0 && `${atRisk} at risk`]
    .filter(Boolean)
    .join(', ')
}

/** In the order of time the days are lines of their own, and times need no date. */
const FlightRows = ({ flights, sorting }: RowsProps) => {
  const { open } = useSearch({ from: '/data/flights' })
  const isByTime = sorting.order === null || sorting.order.by === 'off'
  const days = Map.groupBy(flights, ({ schedule }) => (isByTime ? schedule.offBlock.slice(0, 10) : ''))
  return (
    <Table fitsFrom={860} isBrief label="Flights" columns={FLIGHT_TABLE} sorting={sorting}>
      {[...days].map(([day, ofDay]) => (
        <Fragment key={day}>
          {isByTime && (
            <GroupRow columns={FLIGHT_TABLE.length}>
              <b>{utcWeekday(new Date(day))}</b> <span className="muted">{dayInWords(ofDay)}</span>
            </GroupRow>
          )}
          {ofDay.map((flight) => (
            <FlightRow
              key={flight.flightId}
              flight={flight}
              isOpen={flight.flightId === open}
              day={isByTime ? day : undefined}
            />
          ))}
        </Fragment>
      ))}
    </Table>
  )
}

const NoFlight = () => {
  const search = useSearch({ from: '/data/flights' })
  if (!isNarrowed(search)) {
    return (
      <Empty icon="aircraft" title="No flight is planned in the next 7 days" action={<ImportLink kind="Flight" />}>
        Flights come from a file, from your own systems with an API key, or from a connected application.
      </Empty>
    )
  }
  return (
    <Empty
      icon="aircraft"
      title="No flight in these days matches"
      action={<Link to="/data/flights">The next 7 days, all flights</Link>}
    />
  )
}

const FlightList = ({ now }: { readonly now: Date }) => {
  const { search, change } = useAddress('/data/flights')
  const filter = flightFilter(search, now)
  const variables = (page: PageAsked) => ({ filter, page })
  const pages = usePages(FLIGHTS, variables, (data) => data.flightList)
  const sorting = sortingOf(search.sort, Object.keys(FLIGHT_ORDERS), (sort) => change({ sort }))
  const shown = sorted(pages.nodes ?? [], sorting.order, FLIGHT_ORDERS)
  return (
    <>
      <Paged
        pages={pages}
        label="Flights"
        noun={['flight', 'flights']}
        isWholeNeeded={sorting.order !== null}
        empty={<NoFlight />}
        action={
          <ExportButton
            what="flights"
            load={async () => csvText(FLIGHT_CSV, await allNodes(FLIGHTS, variables, (data) => data.flightList))}
          />
        }
      >
        {() => <FlightRows flights={shown} sorting={sorting} />}
      </Paged>
      <Suspense>
        <FlightDrawer
          flightId={search.open}
          list={shown.map(({ flightId }) => flightId)}
          onOpen={(open) => change({ open })}
        />
      </Suspense>
    </>
  )
}

export const FlightsTable = () => {
  const [now] = useState(() => new Date())
  const { adep, ades } = useSearch({ from: '/data/flights' })
  const airports = [
    { code: adep, airport: useAirport(adep) },
    { code: ades, airport: useAirport(ades) },
  ]
  const unknown = airports.find(({ airport }) => airport === null)?.code
  return (
    <>
      <FlightFilters now={now} />
      {unknown === undefined ? (
        <FlightList now={now} />
      ) : (
        <section className="panel" aria-label="Flights">
          <Empty icon="search" title="There is no such airport" action={<Link to="/data/flights">All flights</Link>}>
            {noSuchAirport(unknown)}
          </Empty>
        </section>
      )}
    </>
  )
}
