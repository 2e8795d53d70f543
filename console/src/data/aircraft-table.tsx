/** The fleet by registration. */
import { NativeSelect } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ResultOf } from 'gql.tada'
import { useState } from 'react'
import { graphql } from '../graph/graphql.ts'
import { usePages } from '../graph/pages.ts'
import { grouped } from '../parts/count.ts'
import { Empty } from '../parts/empty.tsx'
import { Moment } from '../parts/moment.tsx'
import { Paged } from '../parts/paged.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { AIRCRAFT_STATUSES, aircraftFilter } from './aircraft-search.ts'
import { hoursOf, spelled } from './spelled.ts'
import { TypedFilter } from './typed-filter.tsx'

const AIRCRAFT = graphql(`
  query Aircraft($filter: AircraftFilter, $page: PageInput, $now: IntervalInput!) {
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
        unavailabilityList(interval: $now) {
          reason
          note
          to
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

/** What flies is calm; what does not says why, and until when. */
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

/** The minute that is now. */
const aroundNow = (): { readonly from: string; readonly to: string } => {
  const second = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
  return { from: second(Date.now()), to: second(Date.now() + 60_000) }
}

export const AircraftTable = () => {
  const filter = aircraftFilter(useSearch({ from: '/data/aircraft' }))
  const [now] = useState(aroundNow)
  const pages = usePages(
    AIRCRAFT,
    (page) => ({ filter, page, now }),
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
