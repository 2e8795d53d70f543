/** What others did lately with the provider's applications: the latest of what the bell shows. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { newsWords } from '../../platform/news-words.ts'
import { PlaceLink } from '../../platform/place-link.tsx'
import { RAIL } from '../rail-queries.ts'

const MOST = 6

export const News = () => {
  const latest = (useQuery(queryOf(RAIL, {})).data?.newsList ?? []).slice(0, MOST)
  if (latest.length === 0) return null
  return (
    <Panel title="What is new">
      <ol className="panel-body stack-tight">
        {latest.map((news) => {
          const { title, about, place } = newsWords(news, 'developers')
          return (
            <li key={news.newsId} className="two-lines">
              <PlaceLink to={place}>{title}</PlaceLink>
              <span className="small muted">
                <Moment at={news.at} />
                {about !== '' && `, ${about}`}
              </span>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
