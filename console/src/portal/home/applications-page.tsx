/** The provider's applications with what they did lately, and the sandbox operator to build against. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { PlaceLink } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { grouped } from '../../text/count.ts'
import { ApplicationTile } from './application-tile.tsx'
import { Documentation } from './documentation.tsx'
import { News } from './news.tsx'
import { APPLICATIONS, type ListedApplication } from './queries.ts'
import { RegisterButton } from './register-button.tsx'
import { SandboxPanel } from './sandbox-panel.tsx'
import { Welcome } from './welcome.tsx'
import '../../platform/state-track.css'
import './home.css'

/** From here on a token is made nearly as often as a request. */
const MISUSED_SHARE = 0.5
/** Whoever tries it for the first time makes a token for a request. */
const ENOUGH_TO_JUDGE = 20

const Misuse = ({ applications }: { readonly applications: readonly ListedApplication[] }) => {
  const worst = applications.find(
    ({ measuredUse: { requests, tokens } }) => requests >= ENOUGH_TO_JUDGE && tokens / requests >= MISUSED_SHARE,
  )
  if (!worst) return null
  const { name, clientId, measuredUse } = worst
  return (
    <Note
      tone="attention"
      icon="alert"
      action={<PlaceLink to={`/applications/${clientId}/usage`}>See usage</PlaceLink>}
    >
      <b>{name} makes a token for nearly every request</b>: {grouped(measuredUse.tokens)} for{' '}
      {grouped(measuredUse.requests)}. Reuse a token for its 30 minutes.
    </Note>
  )
}

export const ApplicationsPage = () => {
  const query = useQuery(queryOf(APPLICATIONS, {}))
  const hasApplications = (query.data?.applicationList.length ?? 0) > 0
  return (
    <div className="stack">
      <PlatformHead
        title="Applications"
        about="Registered once, connected to many operators."
        actions={hasApplications ? <RegisterButton /> : null}
      />
      <Loaded query={query}>
        {({ applicationList }) =>
          applicationList.length === 0 ? (
            <>
              <Welcome />
              <SandboxPanel hasApplications={false} />
              <Documentation />
            </>
          ) : (
            <>
              <Misuse applications={applicationList} />
              <div className="columns">
                <div>
                  <ul className="panel" aria-label="Applications">
                    {applicationList.map((application) => (
                      <ApplicationTile key={application.clientId} application={application} />
                    ))}
                  </ul>
                </div>
                <div className="stack">
                  <SandboxPanel hasApplications />
                  <News />
                  <Documentation />
                </div>
              </div>
            </>
          )
        }
      </Loaded>
    </div>
  )
}
