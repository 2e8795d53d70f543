/** The list of a kind of records with its filters; each record opens beside it. All of it follows from the description. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { textOf } from '../graph/graphql.ts'
import { allNodes, type PageAsked, usePages } from '../graph/pages.ts'
import { queryOf } from '../graph/query.ts'
import { ExportButton } from '../parts/export-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.ts'
import { Paged } from '../parts/paged.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Cell, NameCell, Table, Row as TableRow } from '../parts/table.tsx'
import { useAddress } from '../shell/address.ts'
import { NotFound } from '../shell/not-found.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { csvText } from '../text/csv.ts'
import { sorted, sortingOf } from '../text/sort.ts'
import { useAirport } from './airport-filter.tsx'
import { noSuchAirport } from './airports.ts'
import { columnsOf, fileColumns, headsOf, type RecordColumn, roomFor, titleSort } from './columns.tsx'
import { listDocument, oneDocument } from './documents.ts'
import type { Names } from './field-value.tsx'
import { ImportLink } from './import-link.tsx'
import { idOf, type Kind, kindAt, labelOf, type Row } from './kinds.ts'
import { titleOf } from './objects.ts'
import { OWN_PARTS } from './own-parts.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordFilters } from './record-filters.tsx'
import { daysOf, filterOf, isNarrowed, listVariables, type RecordSearch, textFilter } from './record-search.ts'
import { useNames } from './use-names.ts'

/** Loaded once a record is opened: the list does not wait for it. */
const detail = () => import('./record-detail.tsx')
const RecordDetail = lazily(detail, 'RecordDetail')
const KindFacts = lazily(detail, 'KindFacts')

/** Loaded once somebody adds a record. */
const RecordForm = lazily(() => import('./record-form.tsx'), 'RecordForm')

const Nothing = ({ kind, search }: { readonly kind: Kind; readonly search: RecordSearch }) => {
  const showAll = (
    <Link to="/data/$kind" params={{ kind: kind.path }}>
      Show all
    </Link>
  )
  if (isNarrowed(search)) return <Empty icon="search" title={`No ${kind.noun} matches`} action={showAll} />
  const isOfDays = daysOf(kind, search, Date.now()) !== null
  return (
    <Empty
      icon="list"
      title={isOfDays ? `No ${kind.noun} in the next 14 days` : `There is no ${kind.noun} yet`}
      action={<ImportLink kind={kind.name} />}
    >
      {kind.says}
    </Empty>
  )
}

interface RowsProps {
  readonly kind: Kind
  readonly rows: readonly Row[]
  readonly columns: readonly RecordColumn[]
  readonly names: Names
  readonly open: string | undefined
}

const RecordRow = ({ kind, row, columns, names, open }: Omit<RowsProps, 'rows'> & { readonly row: Row }) => (
  <TableRow isOpen={idOf(kind, row) === open} isLink>
    <NameCell>
      <Link
        className="entity-link"
        from="/data/$kind"
        to="."
        search={(search) => ({ ...search, open: idOf(kind, row) })}
      >
        {titleOf(kind, row)}
      </Link>
    </NameCell>
    {columns.map(({ name, label, isNumber, isWide, cell }) => (
      <Cell key={name} label={label} {...(isNumber ? { kind: 'number' } : isWide ? { kind: 'wide' } : {})}>
        {cell(row, names)}
      </Cell>
    ))}
  </TableRow>
)

const RecordList = ({ kind }: { readonly kind: Kind }) => {
  const viewer = useViewer()
  const { search, change } = useAddress('/data/$kind')
  const [now] = useState(Date.now)
  const mayRead = (scope: string) => mayDo(viewer, scope)
  const own = OWN_PARTS[kind.name]?.list
  const [ownVariables] = useState(() => own?.variables() ?? {})
  const document = listDocument(kind, mayRead, own?.more)
  const asked = listVariables(kind, filterOf(kind, search, now))
  const variables = (page: PageAsked) => ({ ...asked, ...ownVariables, page })
  const pages = usePages(document, variables, (data) => data[kind.queries.list]!)
  const names = useNames(kind, pages.nodes ?? [], mayRead)
  const columns = columnsOf(kind, mayRead, own?.columns)
  const orders = {
    [titleSort(kind)]: (row: Row) => titleOf(kind, row),
    ...Object.fromEntries(columns.map(({ name, sort }) => [name, (row: Row) => sort(row, names)])),
  }
  const sorting = sortingOf(search.sort, Object.keys(orders), (sort) => change({ sort }))
  /** Where the server has no search of its own, the text is looked for in what the rows show. */
  const typed = textFilter(kind) ? undefined : search.q?.toLowerCase()
  const isFound = (row: Row) =>
    typed === undefined ||
    Object.values(orders).some((value) =>
      String(value(row) ?? '')
        .toLowerCase()
        .includes(typed),
    )
  const found = pages.nodes?.filter(isFound)
  const shown = sorted(found ?? [], sorting.order, orders)
  const load = async () => {
    const all = await allNodes(document, variables, (data) => data[kind.queries.list]!)
    return csvText(fileColumns(kind, mayRead, own?.columns), all.filter(isFound))
  }
  return (
    <>
      <Paged
        pages={{ query: pages.query, nodes: found }}
        label={labelOf(kind)}
        noun={[kind.noun, kind.plural]}
        isWholeNeeded={sorting.order !== null || typed !== undefined}
        empty={<Nothing kind={kind} search={search} />}
        action={<ExportButton what={kind.path} load={load} />}
      >
        {() => (
          <Table fitsFrom={roomFor(columns)} label={labelOf(kind)} columns={headsOf(kind, columns)} sorting={sorting}>
            {shown.map((row) => (
              <RecordRow
                key={idOf(kind, row)}
                kind={kind}
                row={row}
                columns={columns}
                names={names}
                open={search.open}
              />
            ))}
          </Table>
        )}
      </Paged>
      <OpenRecord kind={kind} list={shown.map((row) => idOf(kind, row))} />
    </>
  )
}

const OpenRecord = ({ kind, list }: { readonly kind: Kind; readonly list: readonly string[] }) => {
  const viewer = useViewer()
  const { search, change } = useAddress('/data/$kind')
  const document = oneDocument(kind, (scope) => mayDo(viewer, scope))
  const query = useQuery({ ...queryOf(document, { id: search.open ?? '' }), enabled: search.open !== undefined })
  const row = query.data?.[kind.queries.one]
  const close = () => change({ open: undefined })
  const { Head, Sections, changedElsewhere } = OWN_PARTS[kind.name] ?? {}
  return (
    <RecordDrawer
      title={row ? titleOf(kind, row) : labelOf(kind)}
      open={search.open}
      list={list}
      query={query}
      onOpen={(open) => change({ open })}
    >
      {(data) => {
        const found = data[kind.queries.one]
        return (
          found && (
            <Suspense fallback={null}>
              <RecordDetail
                key={idOf(kind, found)}
                kind={kind}
                row={found}
                query={{ text: textOf(document), scopes: [kind.scopes.read] }}
                changedElsewhere={changedElsewhere?.(found) ?? null}
                head={
                  Head && (
                    <Suspense fallback={null}>
                      <Head id={idOf(kind, found)} />
                    </Suspense>
                  )
                }
                main={
                  <>
                    <KindFacts kind={kind} row={found} />
                    <Suspense fallback={null}>{Sections && <Sections id={idOf(kind, found)} />}</Suspense>
                  </>
                }
                onGone={close}
              />
            </Suspense>
          )
        )
      }}
    </RecordDrawer>
  )
}

const NewRecord = ({ kind }: { readonly kind: Kind }) => {
  const { search, change } = useAddress('/data/$kind')
  const close = () => change({ new: undefined })
  const { create } = kind.mutations
  const New = OWN_PARTS[kind.name]?.New
  const form = {
    kind,
    onDone: (open: string) => change({ new: undefined, open }),
    onCancel: close,
  }
  return (
    <SideDrawer title={`Add ${kind.noun}`} isOpen={search.new === 'true' && create !== null} isWide onClose={close}>
      <Suspense fallback={null}>
        {create &&
          (New ? <New {...form} mutation={create} /> : <RecordForm {...form} mutation={create} record={null} />)}
      </Suspense>
    </SideDrawer>
  )
}

/** An airport of the address that there is not: the list would be refused. */
const useUnknownAirport = (kind: Kind, search: RecordSearch): string | undefined => {
  const name = kind.filters.list.find(({ type }) => type === 'airport')?.name
  const code = name === undefined ? undefined : search[name]
  return useAirport(code) === null ? code : undefined
}

const KindPage = ({ kind }: { readonly kind: Kind }) => {
  const viewer = useViewer()
  const { search, change } = useAddress('/data/$kind')
  const [now] = useState(Date.now)
  const unknown = useUnknownAirport(kind, search)
  return (
    <>
      <RecordFilters
        kind={kind}
        search={search}
        now={now}
        onChange={change}
        action={
          kind.mutations.create &&
          mayDo(viewer, kind.scopes.write) && (
            <Button leftSection={<Icon name="plus" />} onClick={() => change({ new: 'true' })}>
              Add {kind.noun}
            </Button>
          )
        }
      />
      {unknown === undefined ? (
        <RecordList kind={kind} />
      ) : (
        <section className="panel" aria-label={labelOf(kind)}>
          <Empty icon="search" title="There is no such airport">
            {noSuchAirport(unknown)}
          </Empty>
        </section>
      )}
      <NewRecord kind={kind} />
    </>
  )
}

export const RecordPage = () => {
  const { kind: path } = useParams({ from: '/data/$kind' })
  const viewer = useViewer()
  const kind = kindAt(path)
  return kind && mayDo(viewer, kind.scopes.read) ? <KindPage key={kind.name} kind={kind} /> : <NotFound />
}
