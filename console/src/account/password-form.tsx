/** Changes the user's password, which ends all other sessions. */
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { Panel } from '../parts/panel.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { type Account, PASSWORD_CHANGE } from './queries.ts'

const EMPTY = { currentPassword: '', newPassword: '' }
const EYE = { 'aria-label': 'Show the password' }

export const PasswordForm = ({ account }: { readonly account: Account }) => {
  const [draft, setDraft] = useState(EMPTY)
  const [isOpen, setOpen] = useState(false)
  const change = useChange(PASSWORD_CHANGE)
  const problems = problemsByField(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(draft, {
      onSuccess: () => {
        setDraft(EMPTY)
        setOpen(false)
      },
    })
  }
  if (!isOpen) {
    return (
      <Panel title="Password">
        <div className="panel-body form">
          {change.isSuccess && (
            <Note tone="good" icon="circleCheck" role="status">
              <b>Password changed.</b>
            </Note>
          )}
          <p className="muted">A new password ends every other session of yours.</p>
          <div className="form-feet">
            <Button onClick={() => setOpen(true)}>Change password</Button>
          </div>
        </div>
      </Panel>
    )
  }
  return (
    <Panel title="Password">
      <form className="panel-body form" onSubmit={submit}>
        {/* For password managers: whose password this is. */}
        <input
          className="unseen"
          type="text"
          autoComplete="username"
          value={account.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordInput
          label="Current password"
          required
          withAsterisk={false}
          autoComplete="current-password"
          visibilityToggleButtonProps={EYE}
          value={draft.currentPassword}
          error={problems.currentPassword}
          onChange={(event) => setDraft({ ...draft, currentPassword: event.currentTarget.value })}
        />
        <PasswordInput
          label="New password"
          required
          withAsterisk={false}
          minLength={account.passwordCharactersLeast}
          autoComplete="new-password"
          description={`At least ${account.passwordCharactersLeast} characters. A few words are good.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={EYE}
          value={draft.newPassword}
          error={problems.newPassword}
          onChange={(event) => setDraft({ ...draft, newPassword: event.currentTarget.value })}
        />
        {change.isError && (
          <FailureNote
            error={change.error}
            what="The password was not changed."
            fields={['currentPassword', 'newPassword']}
          />
        )}
        <div className="form-feet">
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" variant="filled" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  )
}
