/** Makes a client secret in three steps: the code is sent, typed, and the secret is shown once. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { SecretShownOnce } from '../../parts/secret-shown-once.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { type Application, ME } from '../queries.ts'
import { SECRET_CODE_SEND, SECRET_CREATE } from './queries.ts'
import { CodeField, maskedNumber, SentCode } from './sent-code.tsx'

const STEPS = ['Send', 'Code', 'Secret'] as const

const Steps = ({ now }: { readonly now: (typeof STEPS)[number] }) => (
  <ol className="mini-steps" aria-label="Steps">
    {STEPS.map((step) => (
      <li key={step} aria-current={step === now ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
)

interface MakingProps {
  readonly application: Application
  readonly onSecret: (secret: string) => void
}

/** In the demo nothing is sent: the message stands in its outbox. */
const WhereItIs = () => {
  const path = useQuery(queryOf(ME, {})).data?.me.outboxPath
  if (path == null) return null
  return (
    <p className="small muted">
      In this demo the message is in the{' '}
      <a href={path} target="_blank" rel="noopener">
        outbox
      </a>
      .
    </p>
  )
}

/** Which secrets live on beside the new one, before it is made. */
const WhatStays = ({ secretList: [live] }: Application) => (
  <p className="small muted">
    The right code makes a new secret.{' '}
    {live && (
      <>
        <code>…{live.lastFour}</code> keeps working until you end it: two may live, so that programs can move.
      </>
    )}
  </p>
)

const SendAgain = ({ onSend, isPending }: { readonly onSend: () => void; readonly isPending: boolean }) => (
  <p className="small muted">
    Nothing came?{' '}
    <Button size="xs" loading={isPending} onClick={onSend}>
      Send another code
    </Button>
  </p>
)

export const MakeSecret = ({ application, onSecret }: MakingProps) => {
  const { clientId, phoneNumber, secretCode } = application
  const [code, setCode] = useState('')
  const sending = useChange(SECRET_CODE_SEND)
  const creation = useChange(SECRET_CREATE, ({ secretCreate }) => onSecret(secretCreate.clientSecret ?? ''))
  const send = () => sending.mutate({ clientId })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (secretCode) creation.mutate({ clientId, code })
    else send()
  }
  return (
    <form className="form" onSubmit={submit}>
      <Steps now={secretCode ? 'Code' : 'Send'} />
      {secretCode ? (
        <>
          <SentCode code={secretCode} />
          <CodeField label="Six digits" value={code} error={problemsByField(creation.error).code} onChange={setCode} />
          <SendAgain onSend={send} isPending={sending.isPending} />
        </>
      ) : (
        <p>
          Six digits go to <b>{maskedNumber(phoneNumber)}</b>. The right ones make a secret, which is shown once.
        </p>
      )}
      <WhatStays {...application} />
      <WhereItIs />
      <FailureNote error={sending.error} what="No code was sent." />
      <FailureNote error={creation.error} what="No secret was made." fields={['code']} />
      <div className="form-feet drawer-feet">
        <Button type="submit" variant="filled" loading={secretCode ? creation.isPending : sending.isPending}>
          {secretCode ? 'Make the secret' : 'Send the code'}
        </Button>
      </div>
    </form>
  )
}

export const ShownSecret = ({ secret, onStored }: { readonly secret: string; readonly onStored: () => void }) => (
  <SecretShownOnce
    above={<Steps now="Secret" />}
    name="client secret"
    secret={secret}
    reader="our server"
    says={
      <>
        Not in a browser, an app or a repository. Secret scanners know it by <code>{secret.slice(0, 12)}</code>.
      </>
    }
    onDone={onStored}
  />
)
