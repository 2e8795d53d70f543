/** What happened lately to the provider's applications: operators that allowed one, and steps on the way to production. */
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { stepInWords } from '../../platform/mode.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import type { ListedApplication } from './queries.ts'

const MOST = 6

interface NewsItem {
  readonly key: string
  readonly at: string
  readonly clientId: string
  readonly text: string
  readonly about: string
}

const newsOf = ({ clientId, name, connectionList, transitionList }: ListedApplication): NewsItem[] => [
  ...connectionList.map(({ connectionId, operatorName, environment, since }) => ({
    key: connectionId,
    at: since,
    clientId,
    text: `${operatorName} connected ${name}`,
    about: environment,
  })),
  ...transitionList.map(({ position, action, at, byName }) => ({
    key: `${clientId} ${position}`,
    at,
    clientId,
    text: `${name}: ${stepInWords(action)}`,
    about: byName,
  })),
]

export const News = ({ applications }: { readonly applications: readonly ListedApplication[] }) => {
  const latest = applications
    .flatMap(newsOf)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST)
  if (latest.length === 0) return null
  return (
    <Panel title="What is new">
      <ol className="panel-body stack-tight">
        {latest.map(({ key, at, clientId, text, about }) => (
          <li key={key} className="two-lines">
            <PlaceLink to={`/applications/${clientId}`}>{text}</PlaceLink>
            <span className="small muted">
              <Moment at={at} />, {about}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
