/** A pilot's own logbook: totals, recency, entries by month, what was brought forward. Made for a phone first. */
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../graph/ask.ts'
import { usePages } from '../graph/pages.ts'
import { queryOf } from '../graph/query.ts'
import { DayField } from '../parts/day-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Paged } from '../parts/paged.tsx'
import { Panel } from '../parts/panel.tsx'
import { useAddress } from '../shell/address.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loaded } from '../states/loaded.tsx'
import { counted } from '../text/count.ts'
import { hoursText } from '../text/hours.ts'
import { utcDay } from '../text/instant.ts'
import { AddDrawer } from './add-drawer.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { EntryList } from './entry-list.tsx'
import { dateOf } from './entry-words.ts'
import { ENTRIES, type Entry, LOGBOOK, LOGBOOK_LINK, type Logbook } from './queries.ts'
import { Recency } from './recency.tsx'
import { entriesFilter, isNarrowed, type LogbookSearch, SOURCES } from './search.ts'
import { TotalsDrawer, TotalsStrip } from './totals.tsx'
import './logbook.css'

/** The whole logbook, or what the filters leave: a file that the server writes. */
const CsvButton = ({ search }: { readonly search: LogbookSearch }) => {
  const download = useMutation({
    mutationFn: async () => {
      const { kindList: _, ...filter } = entriesFilter(search)
      const { myLogbookLink } = await ask(LOGBOOK_LINK, { filter })
      Object.assign(document.createElement('a'), { href: myLogbookLink.path, download: '' }).click()
    },
  })
  return (
    <>
      <Button leftSection={<Icon name="download" />} loading={download.isPending} onClick={() => download.mutate()}>
        CSV
      </Button>
      <FailureNote error={download.error} onRetry={() => download.mutate()} />
    </>
  )
}

const SOURCE_WORDS = { MANUAL: 'Own entries', IMPORT: 'Imported' } as const

const Filters = ({ types }: { readonly types: readonly string[] }) => {
  const { operatorName } = useViewer()
  const { search, change } = useAddress('/logbook')
  return (
    <div className="filters">
      <NativeSelect
        label="Type"
        value={search.type ?? ''}
        onChange={(event) => change({ type: event.currentTarget.value || undefined })}
        data={[{ value: '', label: 'All' }, ...types]}
      />
      <NativeSelect
        label="Source"
        value={search.source ?? ''}
        onChange={(event) => change({ source: SOURCES.find((source) => source === event.currentTarget.value) })}
        data={[
          { value: '', label: 'All' },
          ...SOURCES.map((value) => ({ value, label: value === 'OPERATOR' ? operatorName : SOURCE_WORDS[value] })),
        ]}
      />
      <DayField label="From" placeholder="any" value={search.from} onChange={(from) => change({ from })} />
      <DayField label="To" placeholder="any" value={search.to} onChange={(to) => change({ to })} />
    </div>
  )
}

const NoEntry = () => {
  const { operatorName } = useViewer()
  const { search, change } = useAddress('/logbook')
  if (isNarrowed(search)) {
    return (
      <Empty icon="search" title="No entry matches" action={<Link to="/logbook">Show all</Link>}>
        The filters leave nothing of this logbook.
      </Empty>
    )
  }
  return (
    <Empty
      icon="book"
      title="No flights yet"
      action={<Button onClick={() => change({ add: 'BROUGHT_FORWARD' })}>Bring totals forward</Button>}
    >
      A flight that you fly for {operatorName} is here once it is closed. Bring the totals of your older logbook
      forward, so that the sums are right.
    </Empty>
  )
}

const Entries = () => {
  const { search, change } = useAddress('/logbook')
  const filter = entriesFilter(search)
  const pages = usePages(
    ENTRIES,
    (page) => ({ filter, page: { ...page, isDescending: true } }),
    (data) => data.myLogbookEntryList,
  )
  return (
    <>
      <Paged pages={pages} label="Entries" noun={['entry', 'entries']} empty={<NoEntry />}>
        {(entries) => <EntryList entries={entries} open={search.open} isMore={pages.query.hasNextPage} />}
      </Paged>
      <EntryDrawer
        open={search.open}
        list={pages.nodes?.map(({ logbookEntryId }) => logbookEntryId) ?? []}
        onOpen={(open) => change({ open })}
      />
    </>
  )
}

const BroughtForwardLine = ({ entry }: { readonly entry: Entry }) => (
  <li>
    <span>
      <Link
        className="entity-link whole-row"
        from="/logbook"
        to="."
        search={(search) => ({ ...search, open: entry.logbookEntryId })}
      >
        {entry.remarks ?? 'Older logbooks'}
      </Link>{' '}
      <span className="small muted number">
        until {utcDay(dateOf(entry.date))}, {counted(entry.flightCount, 'flight')}, {hoursText(entry.picMinutes)} as
        commander, {hoursText(entry.nightMinutes)} night
      </span>
    </span>
    <b className="number">{hoursText(entry.totalMinutes)}</b>
  </li>
)

const BroughtForward = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const { change } = useAddress('/logbook')
  if (entries.length === 0) return null
  return (
    <Panel
      title="Brought forward"
      aside={
        <Button size="xs" onClick={() => change({ add: 'BROUGHT_FORWARD' })}>
          Add a line
        </Button>
      }
    >
      <ul className="logbook-forward">
        {entries.map((entry) => (
          <BroughtForwardLine key={entry.logbookEntryId} entry={entry} />
        ))}
      </ul>
    </Panel>
  )
}

const Shown = ({ logbook, now }: { readonly logbook: Logbook; readonly now: Date }) => {
  const { operatorName } = useViewer()
  const { search, change } = useAddress('/logbook')
  const { myLogbookTotals: totals, myRecencyList, myLogbookEntryList } = logbook
  return (
    <>
      <TotalsStrip totals={totals} />
      <Recency list={myRecencyList} operatorName={operatorName} now={now} />
      <Filters types={totals.flatMap(({ acftICAO }) => acftICAO ?? [])} />
      <Entries />
      <BroughtForward entries={myLogbookEntryList.nodeList} />
      <TotalsDrawer
        totals={totals}
        isOpen={search.totals !== undefined}
        onClose={() => change({ totals: undefined })}
      />
    </>
  )
}

export const LogbookPage = () => {
  const { name, surname, operatorName } = useViewer()
  const { search, change } = useAddress('/logbook')
  const [now] = useState(() => new Date())
  const query = useQuery(queryOf(LOGBOOK, {}))
  return (
    <>
      <PageHead
        title="Logbook"
        about={`${name} ${surname}. Yours: ${operatorName} does not read it.`}
        actions={
          <>
            <Button
              variant="filled"
              leftSection={<Icon name="plus" />}
              onClick={() => change({ add: 'FLIGHT', open: undefined })}
            >
              Add
            </Button>
            <CsvButton search={search} />
          </>
        }
      />
      <Loaded query={query}>{(logbook) => <Shown logbook={logbook} now={now} />}</Loaded>
      <AddDrawer
        kind={search.add}
        onChange={(add) => change({ add })}
        onAdded={(open) => change({ add: undefined, open })}
      />
    </>
  )
}
