/** Journey logs and the technical log of the fleet: what is signed, what is open and until when, what is due. */

import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { fleetChoice } from '../data/aircraft/fleet.ts'
import { usePages, useWhole } from '../graph/pages.ts'
import { type Chip, Chips } from '../parts/chips.tsx'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.ts'
import { Panel } from '../parts/panel.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { useAddress } from '../shell/address.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { FirstReadFailure } from '../states/first-read-failure.tsx'
import { Loading } from '../states/loading.tsx'
import { counted } from '../text/count.ts'
import { given } from '../text/search-text.ts'
import { DAY_MS } from '../text/spans.ts'
import { DefectCard } from './defect-card.tsx'
import { JourneyList } from './journey-list.tsx'
import { JourneyLog } from './journey-log.tsx'
import { differs, isOverdue } from './log-words.ts'
import { Maintenance } from './maintenance.tsx'
import { DEFECTS, type Defect, type DefectStatus, LOGS, MAINTENANCE, type Standing } from './queries.ts'
import type { Shown } from './search.ts'
import './logs.css'

/** Loaded when somebody enters a defect. */
const NewDefect = lazily(() => import('./new-defect.tsx'), 'NewDefect')

const WEEKS_MS = 31 * DAY_MS
const STANDING: readonly DefectStatus[] = ['OPEN', 'DEFERRED', 'RECTIFIED']

const CHIPS: Readonly<Record<Shown, Chip>> = {
  unsigned: { word: 'Not signed, 24 h', icon: 'pencil' },
  differ: { word: 'Differ', icon: 'alert' },
  open: { word: 'Open defects', icon: 'circleCross' },
  deferred: { word: 'Deferred', icon: 'clock' },
  rectified: { word: 'Wait for release', icon: 'wrench' },
  released: { word: 'Released' },
  due: { word: 'Maintenance due' },
}

const dayOf = (time: number): string => new Date(Math.floor(time / DAY_MS) * DAY_MS).toISOString()

const useLogs = (now: number, aircraft: readonly string[] | null) => {
  const interval = { from: dayOf(now - WEEKS_MS), to: dayOf(now + 2 * DAY_MS) }
  const filter = {
    interval,
    statusList: ['DRAFT' as const, 'SIGNED' as const],
    ...(aircraft ? { aircraftIdList: [...aircraft] } : {}),
  }
  return usePages(
    LOGS,
    (page) => ({ filter, page: { ...page, isDescending: true } }),
    (data) => data.journeyLogList,
  )
}

const useDefects = (now: number, statuses: readonly DefectStatus[], aircraft: readonly string[] | null) => {
  const filter = {
    statusList: [...statuses],
    ...(aircraft ? { aircraftIdList: [...aircraft] } : {}),
    ...(statuses.includes('RELEASED') ? { interval: { from: dayOf(now - 90 * DAY_MS), to: dayOf(now + DAY_MS) } } : {}),
  }
  const pages = usePages(
    DEFECTS,
    (page) => ({ filter, page: { ...page, isDescending: true } }),
    (data) => data.techLogEntryList,
  )
  useWhole(pages, !statuses.includes('RELEASED'))
  return pages
}

const useDue = (aircraft: readonly string[] | null) => {
  const filter = { isDone: false, ...(aircraft ? { aircraftIdList: [...aircraft] } : {}) }
  const pages = usePages(
    MAINTENANCE,
    (page) => ({ filter, page }),
    (data) => data.maintenanceDueList,
  )
  useWhole(pages, true)
  return pages
}

const LOGS_SHOWN: ReadonlySet<Shown | undefined> = new Set([undefined, 'unsigned', 'differ'])
const DEFECTS_SHOWN: ReadonlySet<Shown | undefined> = new Set([undefined, 'open', 'deferred', 'rectified', 'released'])
const DUE_SHOWN: ReadonlySet<Shown | undefined> = new Set([undefined, 'due'])

const STATUS_OF: Readonly<Partial<Record<Shown, DefectStatus>>> = {
  open: 'OPEN',
  deferred: 'DEFERRED',
  rectified: 'RECTIFIED',
  released: 'RELEASED',
}

/** What grounds first, then what waits, then what runs out first. */
const rankOf = ({ status, isNoGo, deferredUntil }: Defect): number => {
  if (status === 'OPEN') return isNoGo ? 0 : 2
  if (status === 'RECTIFIED') return isNoGo ? 1 : 3
  return status === 'DEFERRED' ? 4 + (deferredUntil === null ? 1 : Date.parse(deferredUntil) / 1e14) : 10
}

interface TechnicalLogProps {
  readonly title: string
  readonly defects: ReturnType<typeof useDefects>
  readonly logs: readonly Standing[]
  readonly status: DefectStatus | undefined
  readonly registrationOf: (aircraftId: string) => string
  readonly now: number
}

const TechnicalLog = ({ title, defects, logs, status, registrationOf, now }: TechnicalLogProps) => {
  const mayWrite = mayDo(useViewer(), 'log:write')
  const { change } = useAddress('/logs')
  const { nodes, query } = defects
  if (!nodes) {
    return query.isError ? <FirstReadFailure error={query.error} onRetry={() => query.refetch()} /> : <Loading />
  }
  const list = nodes
    .filter((each) => status === undefined || each.status === status)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  return (
    <Panel
      title={title}
      hint={counted(list.length, 'entry', 'entries')}
      aside={
        mayWrite && (
          <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => change({ new: 'defect' })}>
            Defect
          </Button>
        )
      }
    >
      {list.length === 0 && <Empty icon="circleCheck" title="No such defect" />}
      {list.map((defect) => (
        <DefectCard
          key={defect.techLogEntryId}
          defect={defect}
          registration={registrationOf(defect.aircraftId)}
          logs={logs}
          mayWrite={mayWrite}
          now={now}
        />
      ))}
      {query.hasNextPage && status === 'RELEASED' && (
        <div className="panel-foot">
          <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  )
}

const Logs = () => {
  const [now] = useState(() => Date.now())
  const viewer = useViewer()
  const { search, change } = useAddress('/logs')
  const fleet = useQuery(fleetChoice).data?.aircraftList.nodeList ?? []
  const registrationOf = (aircraftId: string): string =>
    fleet.find((each) => each.aircraftId === aircraftId)?.registration ?? 'Aircraft'
  const chosen = search.aircraft === undefined ? null : [search.aircraft]
  const logs = useLogs(now, chosen)
  const all = logs.nodes ?? []
  const opened = all.find(({ journeyLogId }) => journeyLogId === search.log)
  const aircraft = opened ? [opened.aircraftId] : chosen
  const defects = useDefects(now, search.show === 'released' ? ['RELEASED'] : STANDING, aircraft)
  const due = useDue(aircraft)
  const show = search.log === undefined ? search.show : undefined
  const isWhole = !logs.query.hasNextPage && logs.nodes !== undefined
  const standing = search.show === 'released' ? undefined : defects.nodes
  const ofStatus = (status: DefectStatus) => standing?.filter((each) => each.status === status).length
  const filters: Readonly<Partial<Record<Shown, (log: Standing) => boolean>>> = {
    unsigned: (log) => isOverdue(log, now),
    differ: differs,
  }
  const shownLogs = show === undefined ? undefined : filters[show]
  const counts = {
    unsigned: isWhole ? all.filter((log) => isOverdue(log, now)).length : undefined,
    differ: isWhole ? all.filter(differs).length : undefined,
    open: ofStatus('OPEN'),
    deferred: ofStatus('DEFERRED'),
    rectified: ofStatus('RECTIFIED'),
    due: due.nodes?.length,
  }
  const place = aircraft?.[0] === undefined ? 'the fleet' : registrationOf(aircraft[0])
  return (
    <>
      <PageHead
        title="Logs"
        about="Journey logs, the technical log and what maintenance is due."
        actions={
          <NativeSelect
            aria-label="Aircraft"
            data={[
              { value: '', label: 'All aircraft' },
              ...fleet.map((each) => ({ value: each.aircraftId, label: each.registration })),
            ]}
            value={search.aircraft ?? ''}
            onChange={(event) => change({ aircraft: event.currentTarget.value || undefined, log: undefined })}
          />
        }
      />
      <Chips
        label="Logs by state"
        all="Everything open"
        chips={CHIPS}
        chosen={search.log === undefined ? search.show : null}
        counts={counts}
        searchFor={(shown) => given({ ...search, log: undefined, show: shown })}
      />
      <div className={show === undefined ? 'logs-columns' : 'stack'}>
        {LOGS_SHOWN.has(show) && (
          <div className="stack">
            {search.log === undefined ? (
              <JourneyList
                pages={shownLogs ? { ...logs, nodes: logs.nodes?.filter(shownLogs) } : logs}
                isWholeNeeded={shownLogs !== undefined}
                now={now}
              />
            ) : (
              <JourneyLog
                journeyLogId={search.log}
                mayWrite={mayDo(viewer, 'log:write')}
                onOpen={(log) => change({ log })}
              />
            )}
          </div>
        )}
        {DEFECTS_SHOWN.has(show) && (
          <div className="stack">
            <TechnicalLog
              title={`Technical log, ${place}`}
              defects={defects}
              logs={all}
              status={show && STATUS_OF[show]}
              registrationOf={registrationOf}
              now={now}
            />
          </div>
        )}
      </div>
      {DUE_SHOWN.has(show) &&
        (due.nodes ? (
          <Maintenance list={due.nodes} registrationOf={registrationOf} />
        ) : due.query.isError ? (
          <FirstReadFailure error={due.query.error} onRetry={() => due.query.refetch()} />
        ) : (
          <Loading rows={3} />
        ))}
      <SideDrawer title="Enter a defect" isOpen={search.new === 'defect'} onClose={() => change({ new: undefined })}>
        <Suspense fallback={<Loading />}>
          <NewDefect fleet={fleet} aircraftId={aircraft?.[0]} onDone={() => change({ new: undefined })} />
        </Suspense>
      </SideDrawer>
    </>
  )
}

export const LogsPage = () => (
  <AdminsOnly scope="log:read" title="Logs">
    <Logs />
  </AdminsOnly>
)
