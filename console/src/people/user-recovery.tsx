/** How an administrator helps a user back in: a link to a new password, or the end of the second step. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { USER_RESET_SEND, USER_SECOND_STEP_END, type UserAccount } from './queries.ts'

interface DialogProps {
  readonly user: UserAccount
  readonly onClose: () => void
}

export const ResetDialog = ({ user, onClose }: DialogProps) => {
  const reset = useChange(USER_RESET_SEND)
  return (
    <ConfirmDialog
      title={`Send ${user.name} a password link?`}
      verb="Send the link"
      isDestructive={false}
      change={reset}
      onConfirm={() => reset.mutate({ userId: user.userId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {user.email} gets a link that works once, for 30 minutes. When {user.name} chooses a new password, every other
        session ends.
      </p>
      <p className="muted">The second step stays. Nothing changes until the link is used.</p>
    </ConfirmDialog>
  )
}

export const SecondStepDialog = ({ user, onClose }: DialogProps) => {
  const [reason, setReason] = useState('')
  const end = useChange(USER_SECOND_STEP_END)
  return (
    <ConfirmDialog
      title={`End the second step of ${user.name} ${user.surname}?`}
      verb="End second step"
      change={end}
      onConfirm={() => end.mutate({ userId: user.userId, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Authenticator, recovery codes and passkeys <b>no longer work</b>, and every session ends. The password stays.
      </p>
      <TextInput
        label={`How do you know it is ${user.name} who asks?`}
        description={`Stands in the audit log; ${user.name} gets a mail.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        withAsterisk={false}
        maxLength={300}
        value={reason}
        error={problemsByField(end.error).reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
