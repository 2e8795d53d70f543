/** The fleet by registration. Each aircraft opens beside the table. */
import { NativeSelect } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { allNodes, type PageAsked, usePages } from '../../graph/pages.ts'
import { ExportButton } from '../../parts/export-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Paged } from '../../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import { TypedFilter } from '../../parts/typed-filter.tsx'
import { Empty } from '../../states/empty.tsx'
import { grouped } from '../../text/count.ts'
import { csvText } from '../../text/csv.ts'
import { given } from '../../text/search-text.ts'
import { sorted, sortingOf } from '../../text/sort.ts'
import { AirportFilter, useAirport } from '../airport-filter.tsx'
import { noSuchAirport } from '../airports.ts'
import { ImportLink } from '../import-link.tsx'
import { hoursOf, spelled } from '../spelled.ts'
import { aroundNow } from '../time-span.ts'
import { AIRCRAFT_CSV, AIRCRAFT_ORDERS, AIRCRAFT_TABLE } from './aircraft-columns.ts'
import { AircraftDrawer } from './aircraft-drawer.tsx'
import { AIRCRAFT_LIST, type Aircraft } from './aircraft-queries.ts'
import { AIRCRAFT_STATUSES, aircraftFilter, isFound, isNarrowed } from './aircraft-search.ts'

/** Active aircraft are shown plainly; others show the reason and its end. */
const Status = ({ aircraft }: { readonly aircraft: Aircraft }) => {
  const [block] = aircraft.unavailabilityList
  const isBlocked = aircraft.status === 'ACTIVE' && block !== undefined
  return (
    <span className="row">
      <Tag tone={aircraft.status === 'AOG' ? 'fail' : isBlocked ? 'solid' : 'plain'}>
        {spelled(isBlocked ? block.reason : aircraft.status)}
      </Tag>
      {block && (
        <span className="small muted">
          {block.note !== null && `${block.note}, `}to <Moment at={block.to} />
        </span>
      )}
    </span>
  )
}

const AircraftRow = ({ aircraft, isOpen }: { readonly aircraft: Aircraft; readonly isOpen: boolean }) => (
  <Row isOpen={isOpen}>
    <NameCell>
      <Link
        className="entity-link mono"
        from="/data/aircraft"
        to="."
        search={(search) => ({ ...search, open: aircraft.aircraftId })}
      >
        {aircraft.registration}
      </Link>
    </NameCell>
    <Cell label="Type" kind="wide">
      <span className="mono">{aircraft.acftType.iCAO}</span>{' '}
      <span className="muted">
        {aircraft.acftType.manufacturer} {aircraft.acftType.model}
      </span>
    </Cell>
    <Cell label="Base">
      <span className="mono" title={aircraft.base.name}>
        {aircraft.base.iCAO ?? aircraft.base.name}
      </span>
    </Cell>
    <Cell label="Seats" kind="number">
      {aircraft.seatCount}
    </Cell>
    <Cell label="Range" kind="number">
      {aircraft.maxRangeNm === null ? '–' : `${grouped(aircraft.maxRangeNm)} NM`}
    </Cell>
    <Cell label="Airframe" kind="number">
      {hoursOf(aircraft.hours.airframeMinutes)} h
    </Cell>
    <Cell label="Cycles" kind="number">
      {grouped(aircraft.hours.cycles)}
    </Cell>
    <Cell label="Status" kind="wide">
      <Status aircraft={aircraft} />
    </Cell>
  </Row>
)

const AircraftFilters = () => {
  const search = useSearch({ from: '/data/aircraft' })
  const navigate = useNavigate({ from: '/data/aircraft' })
  const change = (part: object) => navigate({ search: { ...search, ...part }, replace: true })
  return (
    <div className="filters">
      <TypedFilter
        label="Registration or type"
        placeholder="HB-JSK, PC24"
        value={search.registration}
        onCommit={(registration) => change({ registration })}
      />
      <AirportFilter label="Base" value={search.base} onChange={(base) => change({ base })} />
      <NativeSelect
        label="Status"
        value={search.status ?? ''}
        onChange={(event) => change({ status: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any status' },
          ...AIRCRAFT_STATUSES.map((status) => ({ value: status, label: spelled(status) })),
        ]}
      />
    </div>
  )
}

const NoAircraft = () => {
  const search = useSearch({ from: '/data/aircraft' })
  return isNarrowed(search) ? (
    <Empty icon="aircraft" title="No aircraft matches" action={<Link to="/data/aircraft">Show all</Link>} />
  ) : (
    <Empty
      icon="aircraft"
      title="There is no aircraft yet"
      action={<ImportLink kind="AIRCRAFT">Import your fleet from a file</ImportLink>}
    >
      The fleet comes from a file, or from your own systems with an API key that may change the fleet.
    </Empty>
  )
}

const Fleet = () => {
  const search = useSearch({ from: '/data/aircraft' })
  const navigate = useNavigate({ from: '/data/aircraft' })
  const filter = aircraftFilter(search)
  const [now] = useState(aroundNow)
  const variables = (page: PageAsked) => ({ filter, page, now })
  const pages = usePages(AIRCRAFT_LIST, variables, (data) => data.aircraftList)
  const change = (part: { sort?: string | undefined; open?: string | undefined }) =>
    navigate({ search: given({ ...search, ...part }), replace: true })
  const sorting = sortingOf(search.sort, Object.keys(AIRCRAFT_ORDERS), (sort) => change({ sort }))
  const found = pages.nodes?.filter((aircraft) => isFound(aircraft, search.registration))
  const shown = sorted(found ?? [], sorting.order, AIRCRAFT_ORDERS)
  const load = async () => {
    const all = await allNodes(AIRCRAFT_LIST, variables, (data) => data.aircraftList)
    return csvText(
      AIRCRAFT_CSV,
      all.filter((aircraft) => isFound(aircraft, search.registration)),
    )
  }
  return (
    <>
      <Paged
        pages={{ query: pages.query, nodes: found }}
        label="Aircraft"
        noun={['aircraft', 'aircraft']}
        isWholeNeeded={sorting.order !== null || search.registration !== undefined}
        empty={<NoAircraft />}
        action={<ExportButton what="aircraft" load={load} />}
      >
        {() => (
          <Table fitsFrom={820} label="Aircraft" columns={AIRCRAFT_TABLE} sorting={sorting}>
            {shown.map((aircraft) => (
              <AircraftRow key={aircraft.aircraftId} aircraft={aircraft} isOpen={aircraft.aircraftId === search.open} />
            ))}
          </Table>
        )}
      </Paged>
      <AircraftDrawer
        aircraftId={search.open}
        list={shown.map(({ aircraftId }) => aircraftId)}
        onOpen={(open) => change({ open })}
      />
    </>
  )
}

export const AircraftTable = () => {
  const { base } = useSearch({ from: '/data/aircraft' })
  const isUnknown = useAirport(base) === null
  return (
    <>
      <AircraftFilters />
      {base !== undefined && isUnknown ? (
        <section className="panel" aria-label="Aircraft">
          <Empty icon="search" title="There is no such airport" action={<Link to="/data/aircraft">Show all</Link>}>
            {noSuchAirport(base)}
          </Empty>
        </section>
      ) : (
        <Fleet />
      )}
    </>
  )
}
