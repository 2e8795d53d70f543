/** Turning the second step off needs the password, so that a session left open is not enough. */
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { SECOND_STEP_END } from './queries.ts'

export const SecondStepEnd = () => {
  const [currentPassword, setCurrentPassword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const end = useChange(SECOND_STEP_END)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.mutate({ currentPassword })
  }
  if (!isOpen) {
    return (
      <div className="panel-body form">
        <p className="muted">Signing in asks for a code from your authenticator app.</p>
        <div className="form-feet">
          <Button variant="outline" color="red" onClick={() => setOpen(true)}>
            Turn off
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form className="panel-body form" onSubmit={submit}>
      <p className="muted">Signing in asks for a code from your authenticator app.</p>
      <PasswordInput
        label="Password, to turn it off"
        required
        withAsterisk={false}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        value={currentPassword}
        error={problemsByField(end.error).currentPassword}
        onChange={(event) => setCurrentPassword(event.currentTarget.value)}
      />
      <FailureNote error={end.error} what="The second step stays on." fields={['currentPassword']} />
      <div className="form-feet">
        <Button onClick={() => setOpen(false)}>Cancel</Button>
        <Button type="submit" variant="outline" color="red" loading={end.isPending}>
          Turn off
        </Button>
      </div>
    </form>
  )
}
