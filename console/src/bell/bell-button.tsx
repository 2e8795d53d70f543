/** The bell: how much is new, and what it is. The list is loaded when it is first opened. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { UNREAD } from './queries.ts'
import './bell.css'

const REFRESH_MS = 60_000
/** The server counts no further. */
const MAX_COUNTED = 100

const NoticeBox = lazy(() => import('./notice-box.tsx').then(({ NoticeBox: component }) => ({ default: component })))

export const BellButton = () => {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...queryOf(UNREAD, {}), refetchInterval: REFRESH_MS })
  const count = data?.noticeUnreadCount ?? 0
  const shown = count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count)
  return (
    <>
      <button
        type="button"
        className="bell"
        aria-haspopup="dialog"
        aria-label={count === 0 ? 'Notices' : `Notices, ${shown} new`}
        title="Notices"
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {count > 0 && (
          <b className="bell-count number" aria-hidden="true">
            {shown}
          </b>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <NoticeBox newCount={shown} isAnyNew={count > 0} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
