/** Changes the user's password, which ends all other sessions. */
import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { Panel } from '../parts/panel.tsx'
import { typed, useDraft } from '../parts/use-draft.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { type Account, PASSWORD_CHANGE } from './queries.ts'

const EMPTY = { currentPassword: '', newPassword: '' }
const EYE = { 'aria-label': 'Show the password' }

export const PasswordForm = ({ account }: { readonly account: Account }) => {
  const [isOpen, setOpen] = useState(false)
  const change = useChange(PASSWORD_CHANGE)
  const { whenSent, ...form } = useDraft({ begin: () => EMPTY, error: change.error })
  const save = () =>
    change.mutate(form.draft, {
      onSuccess: () => {
        form.change(EMPTY)
        setOpen(false)
      },
    })
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
      <form className="panel-body form" onSubmit={whenSent(save)}>
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
          {...typed(form, 'currentPassword')}
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
          {...typed(form, 'newPassword')}
        />
        <FailureNote
          error={change.error}
          what="The password was not changed."
          fields={['currentPassword', 'newPassword']}
        />
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
