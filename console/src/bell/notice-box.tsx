/** The notices: what is new first in weight, each with where it leads. Following one marks it as read. */
import { Button } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { usePages } from '../graph/pages.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { usePlace } from '../platform/place-link.tsx'
import { Empty } from '../states/empty.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loading } from '../states/loading.tsx'
import { NoticeFrame } from './notice-frame.tsx'
import { NOTICES, type Notice, type NoticeKind, QUIET, READ } from './queries.ts'

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  ACCESS_ASKED: 'plug',
  ACCESS_ANSWERED: 'plug',
  ADMIN_ADDED: 'users',
  FAILING: 'circleCross',
  NEAR_CAP: 'alert',
  KEY_EXPIRING: 'key',
  KEY_UNUSED: 'key',
  TOKEN_ENDING: 'key',
  PAPER_EXPIRING: 'calendar',
  MESSAGE: 'mail',
  LOG_AMENDED: 'alert',
  MANDATORY_REPORT: 'shield',
  SAFETY_OFFICE: 'users',
  MAKER_LEFT: 'key',
}

const LEADS_TO: Readonly<Record<NoticeKind, string>> = {
  ACCESS_ASKED: 'Look and decide',
  ACCESS_ANSWERED: 'Your requests',
  ADMIN_ADDED: 'See the users',
  FAILING: 'See the requests',
  NEAR_CAP: 'What to do',
  KEY_EXPIRING: 'See the key',
  KEY_UNUSED: 'See the key',
  TOKEN_ENDING: 'See the key',
  PAPER_EXPIRING: 'See the papers',
  MESSAGE: 'Read and answer',
  LOG_AMENDED: 'See your flights',
  MANDATORY_REPORT: 'Open the report',
  SAFETY_OFFICE: 'Look at it',
  MAKER_LEFT: 'Look at each',
}

/** Of what comes back every day while it lasts. */
const QuietButton = ({ notice: { noticeId, title, quietUntil } }: { readonly notice: Notice }) => {
  const quiet = useChange(QUIET)
  if (quietUntil !== null) {
    // It takes the place of the button that was pressed, and with it the focus.
    const inPlace = quiet.isIdle ? {} : { role: 'status', tabIndex: -1, ref: focusOnMount }
    return (
      <span className="small muted" {...inPlace}>
        Quiet until <Moment at={quietUntil} />
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className="notice-link"
        disabled={quiet.isPending}
        onClick={() => quiet.mutate({ noticeId })}
      >
        Quiet for today
        <span className="unseen"> ({title})</span>
      </button>
      <FailureNote error={quiet.error} what="It stays as it was." />
    </>
  )
}

const NoticeLine = ({ notice, onFollow }: { readonly notice: Notice; readonly onFollow: () => void }) => (
  <li className={notice.isRead ? 'notice notice-read' : 'notice'}>
    <span className="notice-mark">{!notice.isRead && <span className="unseen">New</span>}</span>
    <span className={notice.kind === 'FAILING' ? 'notice-icon bad' : 'notice-icon'}>
      <Icon name={ICONS[notice.kind]} />
    </span>
    <span className="notice-words">
      <b>{notice.title}</b>
      <span className="small">{notice.text}</span>
      <span className="notice-links">
        <button type="button" className="notice-link" onClick={onFollow}>
          {LEADS_TO[notice.kind]}
          <span className="unseen"> ({notice.title})</span>
        </button>
        {notice.comesBack && <QuietButton notice={notice} />}
      </span>
    </span>
    <span className="small muted">
      <Moment at={notice.at} />
    </span>
  </li>
)

interface NoticeBoxProps {
  readonly newCount: string
  readonly isAnyNew: boolean
  readonly onClose: () => void
}

const NoticeList = ({ onFollow }: { readonly onFollow: (notice: Notice) => void }) => {
  const { query, nodes } = usePages(
    NOTICES,
    (page) => ({ page }),
    ({ noticeList }) => noticeList,
  )
  if (!nodes) return query.isError ? <FailureNote error={query.error} onRetry={() => query.refetch()} /> : <Loading />
  if (nodes.length === 0) return <Empty icon="bell" title="Nothing to tell" />
  return (
    <>
      <ul className="notices">
        {nodes.map((notice) => (
          <NoticeLine key={notice.noticeId} notice={notice} onFollow={() => onFollow(notice)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="notice-more">
          <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

export const NoticeBox = ({ newCount, isAnyNew, onClose }: NoticeBoxProps) => {
  const go = usePlace()
  const read = useChange(READ)
  const goTo = (place: string) => {
    onClose()
    go(place)
  }
  const follow = ({ noticeId, place, isRead }: Notice) => {
    if (!isRead) read.mutate({ noticeIdList: [noticeId] })
    goTo(place)
  }
  return (
    <NoticeFrame
      newCount={isAnyNew ? newCount : null}
      isMarking={read.isPending}
      onMarkAll={() => read.mutate({ noticeIdList: null })}
      onClose={onClose}
    >
      <FailureNote error={read.error} what="They are still new." />
      <NoticeList onFollow={follow} />
      <div className="notice-foot small">
        <button type="button" className="notice-link" onClick={() => goTo('/account')}>
          Choose what comes by mail
        </button>
      </div>
    </NoticeFrame>
  )
}
