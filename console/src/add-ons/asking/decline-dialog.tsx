/** Declines a request for access; the user who asked reads the reason. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { MAX_NOTE_CHARACTERS } from './ask-dialog.tsx'
import { type AccessRequest, DECLINE } from './queries.ts'

interface DeclineDialogProps {
  readonly request: AccessRequest
  readonly onClose: () => void
}

export const DeclineDialog = ({ request, onClose }: DeclineDialogProps) => {
  const [reason, setReason] = useState('')
  const decline = useChange(DECLINE)
  return (
    <ConfirmDialog
      title={`Decline ${request.applicationName} for ${request.askedBy}?`}
      verb="Decline"
      change={decline}
      onConfirm={() => decline.mutate({ accessRequestId: request.accessRequestId, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Nothing is connected. {request.askedBy} may ask again.</p>
      <TextInput
        label={`Why? ${request.askedBy} gets this by mail.`}
        required
        withAsterisk={false}
        maxLength={MAX_NOTE_CHARACTERS}
        value={reason}
        error={problemsByField(decline.error).reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
