/** The board of visits: where an aircraft stands between two legs, and what is asked for there. */

import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { aircraftOptions, useFleet } from '../data/aircraft/fleet.ts'
import { AirportFilter } from '../data/airport-filter.tsx'
import { usePages } from '../graph/pages.ts'
import { type Chip, Chips } from '../parts/chips.tsx'
import { DayField } from '../parts/day-field.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.ts'
import { Paged } from '../parts/paged.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { useAddress } from '../shell/address.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { Loading } from '../states/loading.tsx'
import { type CsvColumn, csvText } from '../text/csv.ts'
import { utcDayShort } from '../text/instant.ts'
import { partyName } from '../text/party-name.ts'
import { dayMoved } from '../text/read-day.ts'
import { given } from '../text/search-text.ts'
import { DAY_MS } from '../text/spans.ts'
import { Board } from './board.tsx'
import { OnFlights } from './on-flights.tsx'
import { type BoardRequest, VISITS, type Visit } from './queries.ts'
import { RequestDrawer } from './request-drawer.tsx'
import { BOARD_COLUMNS, isUnconfirmed, kindWords } from './request-words.ts'
import { daysOf, type Shown } from './search.ts'
import './services.css'

/** Loaded when somebody asks for a service. */
const NewRequest = lazily(() => import('./new-request.tsx'), 'NewRequest')

const CHIPS: Readonly<Record<Shown, Chip>> = {
  review: { word: 'To review', icon: 'alert' },
  rejected: { word: 'Rejected', icon: 'circleCross' },
  unconfirmed: { word: 'Unconfirmed, 24 h', icon: 'clock' },
  drafts: { word: 'Drafts' },
  flights: { word: 'On flights: permits, plans' },
}

interface FiltersProps {
  readonly days: { readonly from: string; readonly to: string }
  readonly visits: readonly Visit[]
}

/** Those who were asked on the visits that are loaded. */
const providersOf = (visits: readonly Visit[]) => {
  const asked = visits.flatMap(({ serviceRequestList }) => serviceRequestList.flatMap(({ provider }) => provider ?? []))
  return [...new Map(asked.map((provider) => [provider.contactId, partyName(provider)]))].toSorted(([, a], [, b]) =>
    a.localeCompare(b, 'en'),
  )
}

const Filters = ({ days, visits }: FiltersProps) => {
  const { search, change } = useAddress('/services')
  const fleet = useFleet()
  return (
    <div className="filters">
      <DayField label="From (UTC)" value={days.from} onChange={(from) => change({ from })} />
      <DayField label="To (UTC)" value={days.to} onChange={(to) => change({ to })} />
      <NativeSelect
        label="Aircraft"
        value={search.aircraft ?? ''}
        onChange={(event) => change({ aircraft: event.currentTarget.value || undefined })}
        data={aircraftOptions(fleet, `All ${fleet.length || ''}`.trim())}
      />
      <AirportFilter label="Airport" value={search.airport} onChange={(airport) => change({ airport })} />
      <NativeSelect
        label="Provider"
        value={search.provider ?? ''}
        onChange={(event) => change({ provider: event.currentTarget.value || undefined })}
        data={[{ value: '', label: 'Any' }, ...providersOf(visits).map(([value, label]) => ({ value, label }))]}
      />
      <NativeSelect
        label="Kind"
        value={search.kind ?? ''}
        onChange={(event) => change({ kind: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'All on visits' },
          ...BOARD_COLUMNS.flatMap(({ kinds }) => kinds).map((kind) => ({ value: kind, label: kindWords(kind) })),
        ]}
      />
    </div>
  )
}

/** Longer than this hardly an aircraft stands between two legs. */
const PARKED_DAYS = 2

/** Whether it is still there on the first day. */
const isThere = ({ arriveAt, departAt }: Visit, firstDay: string): boolean =>
  (departAt ?? arriveAt ?? '') >= `${firstDay}T00:00:00Z` || (arriveAt ?? '') >= `${firstDay}T00:00:00Z`

const isSoon = ({ arriveAt, departAt }: Visit, now: Date): boolean =>
  Date.parse(arriveAt ?? departAt ?? '') - now.getTime() < DAY_MS &&
  Date.parse(departAt ?? arriveAt ?? '') > now.getTime()

const MATCHES: Readonly<Record<Exclude<Shown, 'flights'>, (request: BoardRequest) => boolean>> = {
  review: ({ status }) => status === 'REVIEW',
  rejected: ({ status }) => status === 'REJECTED',
  unconfirmed: isUnconfirmed,
  drafts: ({ status }) => status === 'DRAFT',
}

const COLUMNS: readonly CsvColumn<readonly [Visit, BoardRequest]>[] = [
  { name: 'airport', of: ([{ airport }]) => airport.iCAO },
  { name: 'registration', of: ([{ registration }]) => registration },
  { name: 'arrives', of: ([{ arriveAt }]) => arriveAt },
  { name: 'departs', of: ([{ departAt }]) => departAt },
  { name: 'request', of: ([, { serviceRequestNumber }]) => serviceRequestNumber },
  { name: 'kind', of: ([, { kind }]) => kind },
  { name: 'status', of: ([, { status }]) => status },
  { name: 'provider', of: ([, { provider }]) => provider && partyName(provider) },
  { name: 'quantity', of: ([, { quantity }]) => quantity },
  { name: 'unit', of: ([, { unit }]) => unit },
]

const useVisits = (days: { readonly from: string; readonly to: string }, now: Date) => {
  const { search } = useAddress('/services')
  const interval = { from: `${dayMoved(days.from, -PARKED_DAYS)}T00:00:00Z`, to: `${dayMoved(days.to, 1)}T00:00:00Z` }
  const filter = {
    interval,
    aircraftIdList: search.aircraft === undefined ? null : [search.aircraft],
    airport: search.airport ?? null,
  }
  const pages = usePages(
    VISITS,
    (page) => ({ filter, page }),
    (data) => data.visitList,
  )
  const matches = search.show === undefined || search.show === 'flights' ? () => true : MATCHES[search.show]
  const isShown = (visit: Visit): boolean =>
    isThere(visit, days.from) &&
    (search.show !== 'unconfirmed' || isSoon(visit, now)) &&
    visit.serviceRequestList.some(
      (request) =>
        matches(request) &&
        (search.provider === undefined || request.provider?.contactId === search.provider) &&
        (search.kind === undefined || request.kind === search.kind),
    )
  const shown = pages.nodes?.filter(isShown)
  /** Of what is loaded: the board reads all of its days. */
  const load = async () =>
    csvText(
      COLUMNS,
      (shown ?? []).flatMap((visit) => visit.serviceRequestList.map((one) => [visit, one] as const)),
    )
  return { all: pages.nodes ?? [], pages: { ...pages, nodes: shown }, load }
}

const NoVisit = () => {
  const { search } = useAddress('/services')
  const isNarrowed = Object.keys(search).some((name) => !['open', 'new', 'visit', 'from', 'to'].includes(name))
  if (isNarrowed) {
    return (
      <Empty icon="services" title="No visit in these days matches" action={<Link to="/services">All visits</Link>} />
    )
  }
  return (
    <Empty
      icon="services"
      title="Nothing is asked for in these days"
      action={
        <Link to="/add-ons" search={{ show: 'available' }}>
          Connect flight support
        </Link>
      }
    >
      A visit begins with the first service that is asked for at an airport, and follows its flights.
    </Empty>
  )
}

const NewButton = () => {
  const viewer = useViewer()
  const { change } = useAddress('/services')
  return (
    mayDo(viewer, 'service:write') && (
      <Button leftSection={<Icon name="plus" />} onClick={() => change({ new: 'request', visit: undefined })}>
        Request a service
      </Button>
    )
  )
}

const Services = () => {
  const [now] = useState(() => new Date())
  const { search, change } = useAddress('/services')
  const days = daysOf(search, now)
  const { all, pages, load } = useVisits(days, now)
  const interval = { from: `${days.from}T00:00:00Z`, to: `${dayMoved(days.to, 1)}T00:00:00Z` }
  const list = (pages.nodes ?? []).flatMap(({ serviceRequestList }) =>
    serviceRequestList.map(({ serviceRequestId }) => serviceRequestId),
  )
  const nextDay = dayMoved(days.to, 1)
  return (
    <>
      <PageHead
        title="Services"
        about="One line a visit: the aircraft at an airport, from arrival to departure. Visits follow the flights."
        actions={<NewButton />}
      />
      <Filters days={days} visits={all} />
      <Chips
        label="Visits by what is to do"
        all="All visits"
        chips={CHIPS}
        chosen={search.show}
        searchFor={(show) => given({ ...search, open: undefined, show })}
      />
      {search.show === 'flights' ? (
        <OnFlights interval={interval} open={search.open} now={now} />
      ) : (
        <Paged
          pages={pages}
          label="Visits"
          noun={['visit', 'visits']}
          isWholeNeeded
          empty={<NoVisit />}
          action={
            <span className="row">
              <Button size="xs" onClick={() => change({ from: days.from, to: nextDay })}>
                Show {utcDayShort(new Date(nextDay))}
              </Button>
              {!pages.query.hasNextPage && <ExportButton what="visits" load={load} />}
            </span>
          }
        >
          {(visits) => <Board visits={visits} open={search.open} firstDay={days.from} />}
        </Paged>
      )}
      <RequestDrawer open={search.open} list={list} onOpen={(open) => change({ open })} />
      <SideDrawer
        title="Request a service"
        isOpen={search.new === 'request'}
        onClose={() => change({ new: undefined, visit: undefined })}
      >
        <Suspense fallback={<Loading />}>
          <NewRequest
            visits={all}
            visitId={search.visit}
            interval={interval}
            onDone={(open) => change({ new: undefined, visit: undefined, open })}
            onCancel={() => change({ new: undefined, visit: undefined })}
          />
        </Suspense>
      </SideDrawer>
    </>
  )
}

export const ServicesPage = () => (
  <AdminsOnly scope="service:read" title="Services">
    <Services />
  </AdminsOnly>
)
