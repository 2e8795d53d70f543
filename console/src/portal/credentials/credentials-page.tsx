/** What a program needs to exchange and refresh tokens: client ID, secrets, and the phone number that secures them. */
import { useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { ApplicationFrame } from '../application-frame.tsx'
import type { Application } from '../queries.ts'
import { CredentialHistory } from './credential-history.tsx'
import { Credentials } from './credentials.tsx'
import { PhoneNumber } from './phone-number.tsx'

interface ClientIdProps {
  readonly application: Application
  /** While it is, nothing leads away from it. */
  readonly isSecretShown: boolean
}

const ClientId = ({ application: { clientId, secretList }, isSecretShown }: ClientIdProps) => (
  <Panel title="Client ID" hint="not secret, never changes">
    <div className="panel-body row">
      <code>{clientId}</code>
      <CopyButton text={clientId} />
    </div>
    <p className="panel-foot small muted">
      The same client works in every sandbox and, later, in production.{' '}
      {secretList.length > 0 && !isSecretShown && (
        <>
          Next: <PlaceLink to={`/applications/${clientId}/connect`}>connect your sandbox operator</PlaceLink>.
        </>
      )}
    </p>
  </Panel>
)

const Page = ({ application }: { readonly application: Application }) => {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="columns">
      <div className="stack">
        <ClientId application={application} isSecretShown={secret !== null} />
        <Credentials application={application} secret={secret} onSecret={setSecret} />
        <CredentialHistory application={application} />
      </div>
      <div>
        <PhoneNumber application={application} />
      </div>
    </div>
  )
}

export const CredentialsPage = () => (
  <ApplicationFrame tab="Credentials">{(application) => <Page application={application} />}</ApplicationFrame>
)
