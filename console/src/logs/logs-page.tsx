/** Journey logs and the technical log of the fleet: what is signed, what is open and until when, what is due. */
import { NativeSelect } from '@mantine/core'
import { Suspense, useState } from 'react'
import { aircraftOptions, useFleet } from '../data/aircraft/fleet.ts'
import { type Pages, usePages, useWhole } from '../graph/pages.ts'
import { type Chip, Chips } from '../parts/chips.tsx'
import { lazily } from '../parts/lazily.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { useAddress } from '../shell/address.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { FirstReadFailure } from '../states/first-read-failure.tsx'
import { Loading } from '../states/loading.tsx'
import { given } from '../text/search-text.ts'
import { DAY_MS } from '../text/spans.ts'
import { JourneyList } from './journey-list.tsx'
import { JourneyLog } from './journey-log.tsx'
import { dayOf, differs, isOverdue } from './log-words.ts'
import { Maintenance } from './maintenance.tsx'
import { type DefectStatus, LOGS, MAINTENANCE, type Standing } from './queries.ts'
import type { Shown } from './search.ts'
import { TechnicalLog, useDefects } from './technical-log.tsx'
import './logs.css'

/** Loaded when somebody enters a defect. */
const NewDefect = lazily(() => import('./new-defect.tsx'), 'NewDefect')

const LISTED_MS = 31 * DAY_MS
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

const useLogs = (now: number, aircraft: readonly string[] | null) => {
  const interval = { from: dayOf(now - LISTED_MS), to: dayOf(now + 2 * DAY_MS) }
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

/** Of the aircraft that is chosen, or that the open log is about: what is read, and how much of it each chip would show. */
const useFleetLogs = (now: number) => {
  const { search } = useAddress('/logs')
  const chosen = search.aircraft === undefined ? null : [search.aircraft]
  const logs = useLogs(now, chosen)
  const all = logs.nodes ?? []
  const opened = all.find(({ journeyLogId }) => journeyLogId === search.log)
  const aircraft = opened ? [opened.aircraftId] : chosen
  const isReleased = search.show === 'released'
  const defects = useDefects(now, isReleased ? ['RELEASED'] : STANDING, aircraft)
  const due = useDue(aircraft)
  const isWhole = !logs.query.hasNextPage && logs.nodes !== undefined
  const ofStatus = (status: DefectStatus) =>
    isReleased ? undefined : defects.nodes?.filter((each) => each.status === status).length
  const counts = {
    unsigned: isWhole ? all.filter((log) => isOverdue(log, now)).length : undefined,
    differ: isWhole ? all.filter(differs).length : undefined,
    open: ofStatus('OPEN'),
    deferred: ofStatus('DEFERRED'),
    rectified: ofStatus('RECTIFIED'),
    due: due.nodes?.length,
  }
  return { logs, defects, due, counts, aircraftId: aircraft?.[0] }
}

interface JourneyLogsProps {
  readonly logs: Pages<Standing>
  readonly show: Shown | undefined
  readonly now: number
}

/** The list, or the log that is open in its place. */
const JourneyLogs = ({ logs, show, now }: JourneyLogsProps) => {
  const mayWrite = mayDo(useViewer(), 'log:write')
  const { search, change } = useAddress('/logs')
  if (search.log !== undefined) {
    return <JourneyLog journeyLogId={search.log} mayWrite={mayWrite} onOpen={(log) => change({ log })} />
  }
  const isShown = show === 'unsigned' ? (log: Standing) => isOverdue(log, now) : show === 'differ' ? differs : undefined
  const pages = isShown ? { ...logs, nodes: logs.nodes?.filter(isShown) } : logs
  return <JourneyList pages={pages} isWholeNeeded={isShown !== undefined} now={now} />
}

const Logs = () => {
  const [now] = useState(() => Date.now())
  const { search, change } = useAddress('/logs')
  const { logs, defects, due, counts, aircraftId } = useFleetLogs(now)
  const fleet = useFleet()
  const registrationOf = (id: string): string =>
    fleet.find((each) => each.aircraftId === id)?.registration ?? 'Aircraft'
  const show = search.log === undefined ? search.show : undefined
  return (
    <>
      <PageHead
        title="Logs"
        about="Journey logs, the technical log and what maintenance is due."
        actions={
          <NativeSelect
            aria-label="Aircraft"
            data={aircraftOptions(fleet, 'All aircraft')}
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
            <JourneyLogs logs={logs} show={show} now={now} />
          </div>
        )}
        {DEFECTS_SHOWN.has(show) && (
          <div className="stack">
            <TechnicalLog
              title={`Technical log, ${aircraftId === undefined ? 'the fleet' : registrationOf(aircraftId)}`}
              defects={defects}
              logs={logs.nodes ?? []}
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
          <NewDefect fleet={fleet} aircraftId={aircraftId} onDone={() => change({ new: undefined })} />
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
