/** The request log of every application and key: found by request id, each opens to what it asked. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { usePages } from '../graph/pages.ts'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Paged } from '../parts/paged.tsx'
import { RequestOutcome } from '../parts/request-outcome.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { useAddress } from '../shell/address.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Empty } from '../states/empty.tsx'
import { counted, grouped } from '../text/count.ts'
import { KEPT_DAYS, type LoggedRequest, REQUESTS } from './queries.ts'
import { RequestDrawer } from './request-drawer.tsx'
import { RequestFilters } from './request-filters.tsx'
import { requestFilter } from './search.ts'

const COLUMNS = [
  'Time',
  'Operation',
  'By',
  'Outcome',
  { name: 'Cost', align: 'number' },
  { name: 'Took', align: 'number' },
  'Request id',
] as const

const RequestRow = ({ request, isOpen }: { readonly request: LoggedRequest; readonly isOpen: boolean }) => (
  <Row isOpen={isOpen} isLink>
    <Cell>
      <Moment at={request.at} />
    </Cell>
    <NameCell>
      <Link
        className="entity-link mono"
        from="/requests"
        to="."
        search={(search) => ({ ...search, open: request.requestId })}
      >
        {request.operation ?? 'not readable'}
      </Link>
    </NameCell>
    <Cell label="by">{request.actorName ?? request.actorId}</Cell>
    <Cell label="Outcome" isTop>
      <RequestOutcome request={request} />
    </Cell>
    <Cell label="Cost" kind="number">
      {request.cost === null ? '–' : grouped(request.cost)}
    </Cell>
    <Cell kind="number">{grouped(request.tookMs)} ms</Cell>
    <Cell>
      <code>{request.requestId}</code>
    </Cell>
  </Row>
)

/** "30 days", as the host chose; a word that fits as well while it is not known yet. */
const useKeptFor = (): string => {
  const days = useQuery(queryOf(KEPT_DAYS, {})).data?.loggedRequestList.keptDays
  return days === undefined ? 'a while' : counted(days, 'day')
}

const NoRequest = () => {
  const keptFor = useKeptFor()
  const { id } = useSearch({ from: '/requests' })
  const all = <Link to="/requests">Show all</Link>
  if (id !== undefined) {
    return (
      <Empty icon="search" title={`No request ${id} here`} action={all}>
        It is older than {keptFor}, belongs to the other environment, or came to another operator.
      </Empty>
    )
  }
  return (
    <Empty icon="clock" title="No request matches" action={all}>
      Requests of applications and keys are kept for {keptFor}.
    </Empty>
  )
}

const Requests = () => {
  const { search, change } = useAddress('/requests')
  const filter = requestFilter(search)
  const pages = usePages(
    REQUESTS,
    (page) => ({ filter, page }),
    (data) => data.loggedRequestList,
  )
  return (
    <>
      <Paged pages={pages} label="Requests" noun={['request', 'requests']} empty={<NoRequest />}>
        {(requests) => (
          <Table fitsFrom={820} isBrief label="Requests" columns={COLUMNS}>
            {requests.map((request) => (
              <RequestRow
                key={`${request.requestId} ${request.at}`}
                request={request}
                isOpen={request.requestId === search.open}
              />
            ))}
          </Table>
        )}
      </Paged>
      <RequestDrawer
        requestId={search.open}
        list={pages.nodes?.map(({ requestId }) => requestId) ?? []}
        onOpen={(open) => change({ open })}
      />
    </>
  )
}

const Head = () => (
  <PageHead
    title="Requests"
    about={`What applications and keys asked, for ${useKeptFor()}. Values in operations and variables are never stored.`}
  />
)

export const RequestsPage = () => (
  <AdminsOnly scope="add-on:read" title="Requests">
    <Head />
    <RequestFilters />
    <Requests />
  </AdminsOnly>
)
