/** Charter requests with their quotes at a desk: the pile by who is waited for, the work beside it; and empty legs. */

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { allNodes, usePages } from '../graph/pages.ts'
import { type Chip, Chips, EXACT } from '../parts/chips.tsx'
import { useNow } from '../parts/expiry.tsx'
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
import { partyName } from '../text/party-name.ts'
import { EmptyLegs, PublishButton } from './empty-legs.tsx'
import { Pile } from './pile.tsx'
import { type PiledRequest, REQUESTS_PILED } from './queries.ts'
import { cameThrough, STATUS_WORDS, type Waits, waitsFor } from './request-words.ts'
import { RequestWork } from './request-work.tsx'
import { REQUEST_STATUSES, type RequestStatus } from './search.ts'
import './sales.css'

/** Loaded when somebody writes a request down. */
const NewRequest = lazily(() => import('./new-request.tsx'), 'NewRequest')

/** From here on there is room for the pile beside the work. */
const DESK_WIDTH = '(min-width: 1100px)'

const CHIPS = Object.fromEntries(
  REQUEST_STATUSES.map((status) => [status, { word: STATUS_WORDS[status].word }]),
) as Readonly<Record<RequestStatus, Chip>>

const COLUMNS: readonly CsvColumn<PiledRequest>[] = [
  { name: 'request', of: ({ charterRequestNumber }) => charterRequestNumber },
  { name: 'status', of: ({ status }) => status },
  { name: 'buyer', of: ({ buyer }) => partyName(buyer) },
  { name: 'through', of: cameThrough },
  { name: 'asked', of: ({ createdAt }) => createdAt },
  { name: 'expires', of: ({ expiresAt }) => expiresAt },
  {
    name: 'legs',
    of: ({ legList }) => legList.map(({ adep, ades }) => `${adep.iCAO ?? 'ZZZZ'}-${ades.iCAO ?? 'ZZZZ'}`).join(' '),
  },
  { name: 'passengers', of: ({ legList }) => Math.max(0, ...legList.map(({ paxCount }) => paxCount)) },
  { name: 'quotes', of: ({ quoteList }) => quoteList.length },
]

const NoRequest = () => {
  const { search, change } = useAddress('/sales')
  if (search.status !== undefined) {
    return (
      <Empty icon="coins" title={`None is ${STATUS_WORDS[search.status].word.toLowerCase()}`}>
        <Link to="/sales">Show all requests</Link>
      </Empty>
    )
  }
  return (
    <Empty
      icon="coins"
      title="No charter requests yet"
      action={
        <span className="row">
          <Button variant="filled" onClick={() => change({ new: 'request' })}>
            Write one down
          </Button>
          <Link to="/add-ons" search={{ show: 'available' }}>
            Connect a marketplace
          </Link>
        </span>
      }
    >
      Requests come from marketplaces that you connect, or are written down here when a buyer calls.
    </Empty>
  )
}

const WORK_FIRST: Readonly<Record<Waits, number>> = { us: 0, buyer: 1, nobody: 2 }

const Desk = () => {
  const { search } = useAddress('/sales')
  const isWide = useMediaQuery(DESK_WIDTH, true, { getInitialValueInEffect: false })
  const now = useNow()
  const filter = { statusList: search.status === undefined ? null : [search.status] }
  const pages = usePages(
    REQUESTS_PILED,
    (page) => ({ filter, page: { ...page, isDescending: true } }),
    (data) => data.charterRequestList,
  )
  const [first] = (pages.nodes ?? []).toSorted((a, b) => WORK_FIRST[waitsFor(a)] - WORK_FIRST[waitsFor(b)])
  /** What was worked at beside the pile without being opened: a narrower window must not take a form away. */
  const [workedAt, setWorkedAt] = useState<string | undefined>()
  const open = search.open ?? (isWide ? first?.charterRequestId : workedAt)
  const isAlone = open !== undefined && !isWide
  const load = async () => {
    const all = await allNodes(
      REQUESTS_PILED,
      (page) => ({ filter, page }),
      (data) => data.charterRequestList,
    )
    return csvText(COLUMNS, all)
  }
  return (
    <div className={open === undefined || isAlone ? 'stack' : 'desk'}>
      {isAlone ? (
        <Link
          className="with-icon"
          from="/sales"
          to="."
          search={({ open: _, ...others }) => others}
          onClick={() => setWorkedAt(undefined)}
        >
          All requests
        </Link>
      ) : (
        <Paged
          pages={pages}
          label="Requests"
          noun={['request', 'requests']}
          empty={<NoRequest />}
          action={<ExportButton what="charter-requests" load={load} />}
        >
          {(requests) => <Pile requests={requests} open={open} now={now} />}
        </Paged>
      )}
      {open !== undefined && (
        <div key={open} onClickCapture={() => setWorkedAt(open)}>
          <RequestWork charterRequestId={open} isAlone={isAlone} isChosen={search.open !== undefined} />
        </div>
      )}
    </div>
  )
}

const NewRequestButton = () => {
  const viewer = useViewer()
  const { change } = useAddress('/sales')
  return (
    mayDo(viewer, 'sales:write') && (
      <Button leftSection={<Icon name="plus" />} onClick={() => change({ new: 'request' })}>
        New request
      </Button>
    )
  )
}

const Sales = () => {
  const { search, change } = useAddress('/sales')
  const areLegs = search.show === 'empty-legs'
  return (
    <>
      <PageHead
        title="Sales"
        about="Charter requests with their quotes, and empty legs."
        actions={areLegs ? <PublishButton /> : <NewRequestButton />}
      />
      <div className="filters">
        <nav className="segments" aria-label="Sales">
          <Link to="/sales" search={{}} activeOptions={EXACT} aria-current={areLegs ? undefined : 'true'}>
            Requests
          </Link>
          <Link
            to="/sales"
            search={{ show: 'empty-legs' }}
            activeOptions={EXACT}
            aria-current={areLegs ? 'true' : undefined}
          >
            Empty legs
          </Link>
        </nav>
        {!areLegs && (
          <Chips
            label="Requests by state"
            all="All"
            chips={CHIPS}
            chosen={search.status}
            searchFor={(status) => (status === undefined ? {} : { status })}
          />
        )}
      </div>
      {areLegs ? <EmptyLegs /> : <Desk />}
      <SideDrawer
        title="New request"
        isOpen={search.new === 'request'}
        isWide
        onClose={() => change({ new: undefined })}
      >
        <Suspense fallback={<Loading />}>
          <NewRequest
            onDone={(open) => change({ new: undefined, status: undefined, open })}
            onCancel={() => change({ new: undefined })}
          />
        </Suspense>
      </SideDrawer>
    </>
  )
}

export const SalesPage = () => (
  <AdminsOnly scope="sales:read" title="Sales">
    <Sales />
  </AdminsOnly>
)
