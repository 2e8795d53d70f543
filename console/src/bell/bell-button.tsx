/** The bell of an operator's user: how much is new, and what it is. The list is loaded when it is first opened. */

import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { lazily } from '../parts/lazily.ts'
import { Bell } from './bell.tsx'
import { UNREAD } from './queries.ts'
import { REFRESH_MS } from './refresh.ts'

/** The server counts no further. */
const MAX_COUNTED = 100

const NoticeBox = lazily(() => import('./notice-box.tsx'), 'NoticeBox')

export const BellButton = () => {
  const { data } = useQuery({ ...queryOf(UNREAD, {}), refetchInterval: REFRESH_MS })
  const count = data?.noticeUnreadCount ?? 0
  return (
    <Bell count={count} most={MAX_COUNTED}>
      {(newCount, onClose) => <NoticeBox newCount={newCount} isAnyNew={count > 0} onClose={onClose} />}
    </Bell>
  )
}
