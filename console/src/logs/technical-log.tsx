/** The technical log of the fleet or of one aircraft: what grounds first, then what waits, then what runs out first. */
import { Button } from '@mantine/core'
import { usePages, useWhole } from '../graph/pages.ts'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { useAddress } from '../shell/address.ts'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { FirstReadFailure } from '../states/first-read-failure.tsx'
import { Loading } from '../states/loading.tsx'
import { counted } from '../text/count.ts'
import { DAY_MS } from '../text/spans.ts'
import { DefectCard } from './defect-card.tsx'
import { dayOf } from './log-words.ts'
import { DEFECTS, type Defect, type DefectStatus, type Standing } from './queries.ts'

/** Those that were released of the last weeks, a page at a time; of all others every one. */
export const useDefects = (now: number, statuses: readonly DefectStatus[], aircraft: readonly string[] | null) => {
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

export const TechnicalLog = ({ title, defects, logs, status, registrationOf, now }: TechnicalLogProps) => {
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
