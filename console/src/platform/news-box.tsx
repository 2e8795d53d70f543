/** What is new at the portal or at support, each with where it leads. Who follows one, or marks all, has seen them. */
import { NoticeFrame } from '../bell/notice-frame.tsx'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { Empty } from '../states/empty.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { type News, newsWords, type Seeing, type Side } from './news-words.ts'

interface NewsBoxProps {
  readonly news: readonly News[]
  readonly newCount: string | null
  readonly side: Side
  readonly seeing: Seeing
  readonly go: (place: string) => void
  readonly onClose: () => void
}

interface NewsLineProps {
  readonly news: News
  readonly side: Side
  readonly onFollow: (place: string) => void
}

const NewsLine = ({ news, side, onFollow }: NewsLineProps) => {
  const { title, about, icon, place } = newsWords(news, side)
  return (
    <li className={news.isNew ? 'notice' : 'notice notice-read'}>
      <span className="notice-mark">{news.isNew && <span className="unseen">New</span>}</span>
      <span className="notice-icon">
        <Icon name={icon} />
      </span>
      <span className="notice-words">
        <b>{title}</b>
        {news.text !== null && <span className="small">“{news.text}”</span>}
        {about !== '' && <span className="small">{about}</span>}
        <button type="button" className="notice-link" onClick={() => onFollow(place)}>
          See it
          <span className="unseen"> ({title})</span>
        </button>
      </span>
      <span className="small muted">
        <Moment at={news.at} />
      </span>
    </li>
  )
}

export const NewsBox = ({ news, newCount, side, seeing, go, onClose }: NewsBoxProps) => {
  const [latest] = news
  const see = () => latest?.isNew && seeing.see(latest.newsId)
  const follow = (place: string) => {
    see()
    onClose()
    go(place)
  }
  return (
    <NoticeFrame newCount={newCount} isMarking={seeing.isPending} onMarkAll={see} onClose={onClose}>
      <FailureNote error={seeing.error} what="They are still new." />
      {news.length === 0 ? (
        <Empty icon="bell" title="Nothing new in 30 days" />
      ) : (
        <ul className="notices">
          {news.map((one) => (
            <NewsLine key={one.newsId} news={one} side={side} onFollow={follow} />
          ))}
        </ul>
      )}
      <p className="notice-foot small muted">What others did in the last 30 days, the latest 50.</p>
    </NoticeFrame>
  )
}
