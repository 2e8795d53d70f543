/** For a member without the old number: support can allow the new one alone. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { useChange } from '../../graph/change.ts'
import { Moment } from '../../parts/moment.tsx'
import { typed, useDraft } from '../../parts/use-draft.ts'
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

const EMPTY = { phoneNumber: '', note: '' }

export const LostNumber = ({ application: { clientId } }: { readonly application: Application }) => {
  const request = useChange(PHONE_CHANGE_ASK)
  const { whenSent, ...form } = useDraft({ begin: () => EMPTY, error: request.error })
  const ask = () => request.mutate({ clientId, ...form.draft }, { onSuccess: () => form.change(EMPTY) })
  return (
    <details>
      <summary>The old number cannot be reached any more</summary>
      <form className="form lost-number" onSubmit={whenSent(ask)} noValidate>
        <p className="muted">
          Support can allow the new number alone, with a reason. All members are told by mail, and no secret can be made
          for 24 hours.
        </p>
        <TextInput label="The new number" type="tel" {...typed(form, 'phoneNumber')} />
        <Textarea label="How support can be sure that it is you" rows={3} maxLength={1000} {...typed(form, 'note')} />
        <FailureNote error={request.error} what="Support was not asked." fields={['phoneNumber', 'note']} />
        <div className="form-feet">
          <Button type="submit" loading={request.isPending}>
            Ask support
          </Button>
        </div>
      </form>
    </details>
  )
}
