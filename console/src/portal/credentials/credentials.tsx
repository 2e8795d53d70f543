/** Client secrets: a code from the phone makes one, which is shown once; at most two live. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange, useIsUnderWay } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import { type Application, ME } from '../queries.ts'
import { AskBeforeLeaving } from './ask-before-leaving.tsx'
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
  const creation = useChange(SECRET_CREATE, ({ secretCreate }) => onSecret(secretCreate.clientSecret ?? ''))
  const { secretCode } = application
  const submit = (event: FormEvent) => {
    event.preventDefault()
    creation.mutate({ clientId: application.clientId, code })
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

/** Makes another one, where that is possible. */
const NewSecret = ({ application, onSecret }: CodeFormProps) => {
  const sending = useChange(SECRET_CODE_SEND)
  const me = useQuery(queryOf(ME, {})).data?.me
  const isFull = application.secretList.length >= 2
  return (
    <>
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
      <CodeForm application={application} onSecret={onSecret} />
    </>
  )
}

interface CredentialsProps {
  readonly application: Application
  /** Just made, until the person says that it is stored: no other is made meanwhile. */
  readonly secret: string | null
  readonly onSecret: (secret: string | null) => void
}

export const Credentials = ({ application, secret, onSecret }: CredentialsProps) => {
  const isMaking = useIsUnderWay(SECRET_CREATE)
  return (
    <Panel title="Client secrets" hint="secured by your phone">
      <div className="panel-body stack">
        <AskBeforeLeaving isHeld={isMaking || secret !== null} />
        {secret !== null && <Shown secret={secret} onStored={() => onSecret(null)} />}
        <Secrets application={application} />
        {secret === null && <NewSecret application={application} onSecret={onSecret} />}
      </div>
    </Panel>
  )
}
