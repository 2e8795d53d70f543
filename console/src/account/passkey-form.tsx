/** The form that adds a passkey: an optional name, the password if sign-in was not recent, then the authenticator. */
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { canMakePasskeys, makePasskey } from './make-passkey.ts'
import { PresencePassword } from './presence-password.tsx'
import { PASSKEY_ADD, PASSKEY_START } from './queries.ts'

const EMPTY = { name: '', currentPassword: '' }
export const MAX_PASSKEY_NAME_CHARACTERS = 60

/** Runs both requests with the authenticator between them as one change. */
const useAdding = () => {
  const start = useChange(PASSKEY_START)
  const add = useChange(PASSKEY_ADD)
  return useMutation<unknown, Error, typeof EMPTY>({
    mutationFn: async ({ name, currentPassword }) => {
      const { accountPasskeyStart } = await start.mutateAsync({ currentPassword })
      const credential = await makePasskey(accountPasskeyStart.creationOptions ?? '')
      return add.mutateAsync({ credential, name })
    },
  })
}

export const PasskeyForm = () => {
  const [draft, setDraft] = useState(EMPTY)
  const adding = useAdding()
  const problems = problemsByField(adding.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate(draft, { onSuccess: () => setDraft(EMPTY) })
  }
  if (!canMakePasskeys()) return <p className="panel-body muted">This browser cannot make passkeys at this address.</p>
  return (
    <form className="panel-body form" onSubmit={submit}>
      <TextInput
        label="Name of the new passkey"
        description="Left empty, it is named after this browser."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={MAX_PASSKEY_NAME_CHARACTERS}
        autoComplete="off"
        value={draft.name}
        error={problems.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <PresencePassword
        value={draft.currentPassword}
        problem={problems.currentPassword}
        onChange={(currentPassword) => setDraft({ ...draft, currentPassword })}
      />
      <FailureNote error={adding.error} what="No passkey was added." fields={['name', 'currentPassword']} />
      {adding.isSuccess && (
        <Note tone="good" icon="circleCheck" role="status">
          <b>Passkey added.</b> You can sign in with it from now on.
        </Note>
      )}
      <div className="form-feet">
        <Button type="submit" loading={adding.isPending}>
          Add a passkey
        </Button>
      </div>
    </form>
  )
}
