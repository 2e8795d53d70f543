/** Client secrets: a code from the phone makes one, which is shown once; at most two live. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import { type Application, ME } from '../queries.ts'
import { EndSecret } from './end-secret.tsx'
import { SECRET_CODE_SEND, SECRET_CREATE } from './queries.ts'
import { CodeField, SentCode } from './sent-code.tsx'

const Shown = ({ secret, onStored }: { readonly secret: string; readonly onStored: () => void }) => (
  <Note
    tone="attention"
    icon="key"
    role="status"
    action={
      <Button size="xs" onClick={onStored}>
        I stored it
      </Button>
    }
  >
    <b>Shown this once.</b> <code>{secret}</code>
    <CopyButton text={secret} />
  </Note>
)

interface CodeFormProps {
  readonly application: Application
  readonly onSecret: (secret: string) => void
}

const CodeForm = ({ application, onSecret }: CodeFormProps) => {
  const [code, setCode] = useState('')
  const creation = useChange(SECRET_CREATE)
  const { secretCode } = application
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = { clientId: application.clientId, code }
    creation.mutate(given, { onSuccess: ({ secretCreate }) => onSecret(secretCreate.clientSecret ?? '') })
  }
  if (!secretCode) return null
  return (
    <form className="form" onSubmit={submit}>
      <SentCode code={secretCode} />
      <CodeField label="Six digits" value={code} error={problemsByField(creation.error).code} onChange={setCode} />
      {creation.isError && <FailureNote error={creation.error} what="No secret was made." fields={['code']} />}
      <div className="form-feet">
        <Button type="submit" variant="filled" loading={creation.isPending}>
          Make a secret
        </Button>
      </div>
    </form>
  )
}

const Secrets = ({ application }: { readonly application: Application }) => (
  <ul className="stack-tight">
    {application.secretList.length === 0 && <li className="muted">None yet: no token can be exchanged.</li>}
    {application.secretList.map((secret) => (
      <li key={secret.secretId} className="row">
        <code>…{secret.lastFour}</code>
        <span className="small muted">
          since <Moment at={secret.createdAt} />
          {secret.expiresAt !== null && (
            <>
              , ends <Moment at={secret.expiresAt} as="full" />
            </>
          )}
        </span>
        <EndSecret application={application} secret={secret} />
      </li>
    ))}
  </ul>
)

export const Credentials = ({ application }: { readonly application: Application }) => {
  const [secret, setSecret] = useState<string | null>(null)
  const sending = useChange(SECRET_CODE_SEND)
  const me = useQuery(queryOf(ME, {})).data?.me
  const isFull = application.secretList.length >= 2
  return (
    <Panel title="Client secrets" hint="secured by your phone">
      <div className="panel-body stack">
        {secret !== null && <Shown secret={secret} onStored={() => setSecret(null)} />}
        <Secrets application={application} />
        {application.secretsBlockedUntil !== null && (
          <Note icon="clock">
            The phone number was changed by way of support: no secret until{' '}
            <Moment at={application.secretsBlockedUntil} as="full" />.
          </Note>
        )}
        {me?.canSendSms === false && <Note icon="alert">This host cannot send codes by SMS. Ask it for a secret.</Note>}
        {isFull && <p className="small muted">Two are live. End one to make another.</p>}
        {me?.canSendSms !== false && !isFull && application.secretsBlockedUntil === null && (
          <div>
            <Button loading={sending.isPending} onClick={() => sending.mutate({ clientId: application.clientId })}>
              {application.secretCode ? 'Send another code' : `Send a code to ${application.phoneNumber}`}
            </Button>
          </div>
        )}
        {sending.isError && <FailureNote error={sending.error} what="No code was sent." />}
        <CodeForm application={application} onSecret={setSecret} />
      </div>
    </Panel>
  )
}
