/** One application at a glance: its registration, credentials, connections, and the way to production. */

import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Timeline } from '../platform/mode.tsx'
import { ApplicationFrame } from './application-frame.tsx'
import { ApplicationIdentity } from './application-identity.tsx'
import { HeldTokens } from './connect/held-tokens.tsx'
import { Credentials } from './credentials/credentials.tsx'
import { Production } from './production.tsx'
import type { Application } from './queries.ts'
import { UsagePanel } from './usage-panel.tsx'

const Registration = ({ application }: { readonly application: Application }) => (
  <Panel title="Registration">
    <dl className="panel-body facts">
      <ApplicationIdentity application={application} />
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

const Overview = ({ application }: { readonly application: Application }) => (
  <>
    <div className="columns">
      <div className="stack">
        <Production application={application} />
        <UsagePanel clientId={application.clientId} />
      </div>
      <div className="stack">
        <Credentials application={application} />
        <Registration application={application} />
        <Panel title="Timeline" hint="both sides see it">
          <Timeline steps={application.transitionList} registeredAt={application.registeredAt} />
        </Panel>
      </div>
    </div>
    <HeldTokens application={application} />
  </>
)

export const ApplicationPage = () => (
  <ApplicationFrame tab="Overview">{(application) => <Overview application={application} />}</ApplicationFrame>
)
