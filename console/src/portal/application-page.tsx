/** One application: its registration, credentials, connections, and the way to production. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { kindInWords } from '../add-ons/kinds.ts'
import { queryOf } from '../graph/query.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Logo } from '../parts/logo.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { PlatformNotFound } from '../platform/lost.tsx'
import { ModeTag, Timeline } from '../platform/mode.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Credentials } from './credentials.tsx'
import { Production } from './production.tsx'
import { APPLICATION, type Application } from './queries.ts'
import { UsagePanel } from './usage-panel.tsx'

const Registration = ({ application }: { readonly application: Application }) => (
  <Panel title="Registration">
    <dl className="panel-body facts">
      <dt>Client ID</dt>
      <dd className="row">
        <code>{application.clientId}</code>
        <CopyButton text={application.clientId} />
      </dd>
      <dt>Kind</dt>
      <dd>
        {kindInWords(application.kind)}
        {application.isPersonal && ', personal'}
      </dd>
      <dt>Redirect URIs</dt>
      <dd>
        {application.redirectUriList.map((uri) => (
          <div key={uri} className="mono">
            {uri}
          </div>
        ))}
      </dd>
      <dt>Description</dt>
      <dd>{application.description}</dd>
      <dt>Phone number</dt>
      <dd>{application.phoneNumber}</dd>
      <dt>Contact</dt>
      <dd>{application.contact}</dd>
      <dt>Website</dt>
      <dd>{application.website}</dd>
      <dt>Registered</dt>
      <dd>
        <Moment at={application.registeredAt} as="full" />
      </dd>
    </dl>
  </Panel>
)

const Connections = ({ application }: { readonly application: Application }) => (
  <Panel title="Operators" hint="that allowed it, and what they allowed">
    <ul className="panel-body stack">
      {application.connectionList.length === 0 && (
        <li className="muted">None yet. Connect your sandbox operator first.</li>
      )}
      {application.connectionList.map(({ operatorId, operatorName, environment, scopeList }) => (
        <li key={`${operatorId} ${environment}`}>
          <b>{operatorName}</b> <span className="small muted">{environment}</span>
          <p className="small mono">{scopeList.join(' ')}</p>
        </li>
      ))}
    </ul>
  </Panel>
)

const Found = ({ application }: { readonly application: Application }) => (
  <div className="stack">
    <PlatformHead
      title={application.name}
      mark={<Logo name={application.name} path={application.logoPath} />}
      badge={<ModeTag mode={application.mode} />}
    />
    <div className="columns">
      <div className="stack">
        <Production application={application} />
        <UsagePanel clientId={application.clientId} />
        <Registration application={application} />
      </div>
      <div className="stack">
        <Credentials application={application} />
        <Connections application={application} />
        <Panel title="Timeline" hint="both sides see it">
          <Timeline steps={application.transitionList} registeredAt={application.registeredAt} />
        </Panel>
      </div>
    </div>
  </div>
)

export const ApplicationPage = () => {
  const { clientId = '' } = useParams({ strict: false })
  const query = useQuery(queryOf(APPLICATION, { clientId }))
  return (
    <Loaded query={query}>
      {({ application }) => (application ? <Found application={application} /> : <PlatformNotFound />)}
    </Loaded>
  )
}
