/** The bell of the portal and of support; its list is loaded when it is first opened. */

import { Bell } from '../bell/bell.tsx'
import { lazily } from '../parts/lazily.ts'
import type { News, Seeing, Side } from './news-words.ts'

/** So many are listed at most. */
const MAX_NEWS = 50

const NewsBox = lazily(() => import('./news-box.tsx'), 'NewsBox')

export interface NewsBellProps {
  readonly news: readonly News[]
  readonly side: Side
  readonly seeing: Seeing
  /** Goes to where a line leads, below /console. */
  readonly go: (place: string) => void
}

export const NewsBell = ({ news, side, seeing, go }: NewsBellProps) => {
  const count = news.filter(({ isNew }) => isNew).length
  return (
    <Bell count={count} most={MAX_NEWS}>
      {(newCount, onClose) => (
        <NewsBox
          news={news}
          newCount={count > 0 ? newCount : null}
          side={side}
          seeing={seeing}
          go={go}
          onClose={onClose}
        />
      )}
    </Bell>
  )
}
