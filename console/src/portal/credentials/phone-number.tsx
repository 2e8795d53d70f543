/** Another phone number: a code from the old and one from the new, or support's word where the old one is lost. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import { type Application, ME } from '../queries.ts'
import { AskedSupport, LostNumber } from './lost-number.tsx'
import { PHONE_CHANGE_CONFIRM, PHONE_CHANGE_START } from './queries.ts'
import { CodeField, maskedNumber, SentCode } from './sent-code.tsx'

interface PhoneNumberProps {
  readonly application: Application
}

const allowedNumber = ({ phoneChange }: Application): string | null =>
  phoneChange?.allowedAt == null ? null : phoneChange.phoneNumber

const StartForm = ({ application }: PhoneNumberProps) => {
  const allowed = allowedNumber(application)
  const [number, setNumber] = useState(allowed ?? '')
  const start = useChange(PHONE_CHANGE_START)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate({ clientId: application.clientId, phoneNumber: number })
  }
  const isAlone = allowed !== null && number.replaceAll(' ', '') === allowed
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextInput
        label="New number"
        description="With country code."
        type="tel"
        autoComplete="tel"
        value={number}
        error={problemsByField(start.error).phoneNumber}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <FailureNote error={start.error} what="No code was sent." fields={['phoneNumber']} />
      <div className="form-feet">
        <Button type="submit" loading={start.isPending}>
          {isAlone ? 'Send the code' : 'Send both codes'}
        </Button>
      </div>
    </form>
  )
}

const ConfirmForm = ({ application, onChanged }: PhoneNumberProps & { readonly onChanged: () => void }) => {
  const { clientId, oldNumberCode, newNumberCode } = application
  const [codes, setCodes] = useState({ old: '', new: '' })
  const change = useChange(PHONE_CHANGE_CONFIRM)
  const problems = problemsByField(change.error)
  if (!newNumberCode) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const oldCode = oldNumberCode === null ? null : codes.old
    change.mutate({ clientId, oldCode, newCode: codes.new }, { onSuccess: onChanged })
  }
  return (
    <form className="form" onSubmit={submit}>
      {oldNumberCode && (
        <div className="stack-tight">
          <SentCode code={oldNumberCode} />
          <CodeField
            label="Code from the old number"
            value={codes.old}
            error={problems.oldCode}
            onChange={(old) => setCodes({ ...codes, old })}
          />
        </div>
      )}
      <div className="stack-tight">
        <SentCode code={newNumberCode} />
        <CodeField
          label="Code from the new number"
          value={codes.new}
          error={problems.newCode}
          onChange={(fresh) => setCodes({ ...codes, new: fresh })}
        />
      </div>
      <FailureNote error={change.error} what="The number is still the old one." fields={['oldCode', 'newCode']} />
      <div className="form-feet">
        <Button type="submit" variant="filled" loading={change.isPending}>
          Change the number
        </Button>
      </div>
    </form>
  )
}

export const PhoneNumber = ({ application }: PhoneNumberProps) => {
  const me = useQuery(queryOf(ME, {})).data?.me
  const [isChanged, setChanged] = useState(false)
  return (
    <Panel title="Phone number" hint="it secures the client secret">
      <div className="panel-body stack">
        <p>
          <b>{maskedNumber(application.phoneNumber)}</b>{' '}
          <span className="muted">Changing it takes a code from this number and one from the new one.</span>
        </p>
        {isChanged && (
          <Note tone="good" icon="circleCheck" role="status">
            The number was changed. All members are told by mail.
          </Note>
        )}
        {me?.canSendSms === false ? (
          <Note icon="alert">This host cannot send codes by SMS, so the number cannot be changed here.</Note>
        ) : (
          <>
            <AskedSupport application={application} />
            <StartForm key={application.phoneNumber} application={application} />
            <ConfirmForm application={application} onChanged={() => setChanged(true)} />
            <LostNumber application={application} />
          </>
        )}
      </div>
    </Panel>
  )
}
