/** The fleet by registration. */
import { NativeSelect } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'
import { usePages } from '../graph/pages.ts'
import { grouped } from '../parts/count.ts'
import { Empty } from '../parts/empty.tsx'
import { Paged } from '../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { AIRCRAFT_STATUSES, aircraftFilter } from './aircraft-search.ts'
import { hoursOf, spelled } from './spelled.ts'
import { TypedFilter } from './typed-filter.tsx'

const AIRCRAFT = graphql(`
  query Aircraft($filter: AircraftFilter, $page: PageInput) {
    aircraftList(filter: $filter, page: $page) {
      nodeList {
        aircraftId
        registration
        status
        seatCount
        maxRangeNm
        acftType {
          iCAO
          manufacturer
          model
        }
        base {
          iCAO
          name
        }
        hours {
          airframeMinutes
          cycles
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

type Aircraft = ResultOf<typeof AIRCRAFT>['aircraftList']['nodeList'][number]

const StatusTag = ({ status }: { readonly status: Aircraft['status'] }) => {
  if (status === 'AOG') return <Tag tone="fail">AOG</Tag>
  return <Tag tone={status === 'ACTIVE' ? 'good' : 'plain'}>{spelled(status)}</Tag>
}

const COLUMNS = [
  'Registration',
  'Type',
  'Base',
  { name: 'Seats', align: 'number' },
  { name: 'Range', align: 'number' },
  { name: 'Airframe', align: 'number' },
  { name: 'Cycles', align: 'number' },
  'Status',
] as const

const AircraftRow = ({ aircraft }: { readonly aircraft: Aircraft }) => (
  <Row>
    <NameCell>
      <span className="mono">{aircraft.registration}</span>
    </NameCell>
    <Cell label="Type">
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
    <Cell label="Status">
      <StatusTag status={aircraft.status} />
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
        label="Registration"
        placeholder="HB-JSK"
        value={search.registration}
        onCommit={(registration) => change({ registration })}
      />
      <TypedFilter label="Base" placeholder="LSZH" value={search.base} onCommit={(base) => change({ base })} />
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

export const AircraftTable = () => {
  const filter = aircraftFilter(useSearch({ from: '/data/aircraft' }))
  const pages = usePages(
    AIRCRAFT,
    (page) => ({ filter, page }),
    (data) => data.aircraftList,
  )
  return (
    <>
      <AircraftFilters />
      <Paged
        pages={pages}
        label="Aircraft"
        moreLabel="Show more"
        empty={<Empty icon="aircraft" title="No aircraft matches" action={<Link to="/data/aircraft">Show all</Link>} />}
      >
        {(fleet) => (
          <Table fitsFrom={820} label="Aircraft" columns={COLUMNS}>
            {fleet.map((aircraft) => (
              <AircraftRow key={aircraft.aircraftId} aircraft={aircraft} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  )
}
