/** What a program needs to exchange and refresh tokens: client ID, secrets, and the phone number that secures them. */
import { CopyButton } from '../../parts/copy-button.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { ApplicationFrame } from '../application-frame.tsx'
import type { Application } from '../queries.ts'
import { Credentials } from './credentials.tsx'
import { PhoneNumber } from './phone-number.tsx'

const ClientId = ({ application: { clientId, secretList } }: { readonly application: Application }) => (
  <Panel title="Client ID" hint="not secret, never changes">
    <div className="panel-body row">
      <code>{clientId}</code>
      <CopyButton text={clientId} />
    </div>
    <p className="panel-foot small muted">
      The same client works in every sandbox and, later, in production.{' '}
      {secretList.length > 0 && (
        <>
          Next: <PlaceLink to={`/applications/${clientId}/connect`}>connect your sandbox operator</PlaceLink>.
        </>
      )}
    </p>
  </Panel>
)

export const CredentialsPage = () => (
  <ApplicationFrame tab="Credentials">
    {(application) => (
      <div className="columns">
        <div className="stack">
          <ClientId application={application} />
          <Credentials application={application} />
        </div>
        <div>
          <PhoneNumber application={application} />
        </div>
      </div>
    )}
  </ApplicationFrame>
)
