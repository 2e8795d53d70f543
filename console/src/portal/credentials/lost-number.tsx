/** For a member without the old number: support can allow the new one alone. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Moment } from '../../parts/moment.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import type { Application } from '../queries.ts'
import { PHONE_CHANGE_ASK } from './queries.ts'

export const AskedSupport = ({ application: { phoneChange } }: { readonly application: Application }) => {
  if (phoneChange === null) return null
  const { phoneNumber, askedAt, allowedAt } = phoneChange
  return allowedAt === null ? (
    <Note icon="clock" role="status">
      Support was asked <Moment at={askedAt} /> to allow <b>{phoneNumber}</b> without a code from the old number.
    </Note>
  ) : (
    <Note tone="good" icon="circleCheck" role="status">
      Support allowed <b>{phoneNumber}</b> alone: send its code, and type it. No secret can be made for 24 hours
      afterwards.
    </Note>
  )
}

export const LostNumber = ({ application: { clientId } }: { readonly application: Application }) => {
  const [draft, setDraft] = useState({ phoneNumber: '', note: '' })
  const request = useChange(PHONE_CHANGE_ASK)
  const problems = problemsByField(request.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    request.mutate({ clientId, ...draft }, { onSuccess: () => setDraft({ phoneNumber: '', note: '' }) })
  }
  return (
    <details>
      <summary>The old number cannot be reached any more</summary>
      <form className="form lost-number" onSubmit={submit} noValidate>
        <p className="muted">
          Support can allow the new number alone, with a reason. All members are told by mail, and no secret can be made
          for 24 hours.
        </p>
        <TextInput
          label="The new number"
          type="tel"
          value={draft.phoneNumber}
          error={problems.phoneNumber}
          onChange={(event) => setDraft({ ...draft, phoneNumber: event.currentTarget.value })}
        />
        <Textarea
          label="How support can be sure that it is you"
          rows={3}
          maxLength={1000}
          value={draft.note}
          error={problems.note}
          onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
        />
        {request.isError && (
          <FailureNote error={request.error} what="Support was not asked." fields={['phoneNumber', 'note']} />
        )}
        <div className="form-feet">
          <Button type="submit" loading={request.isPending}>
            Ask support
          </Button>
        </div>
      </form>
    </details>
  )
}
