/** Asks the administrators for an application, with a note. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useViewer } from '../../shell/viewer.ts'
import { ASK, type AskableAddOn } from './queries.ts'

/** The server has the same bound (`server/src/domain/limits.ts`). */
export const MAX_NOTE_CHARACTERS = 300

export const AskDialog = ({ addOn, onClose }: { readonly addOn: AskableAddOn; readonly onClose: () => void }) => {
  const { operatorName } = useViewer()
  const [note, setNote] = useState('')
  const ask = useChange(ASK)
  return (
    <ConfirmDialog
      title={`Ask for ${addOn.name}?`}
      verb="Send request"
      isDestructive={false}
      change={ask}
      onConfirm={() =>
        ask.mutate({ clientId: addOn.clientId, note: note.trim() === '' ? null : note.trim() }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        The administrators of {operatorName} get a mail. They connect {addOn.name} or say why not, and you get a mail.
      </p>
      <TextInput
        label="Tell them why (optional)"
        maxLength={MAX_NOTE_CHARACTERS}
        value={note}
        error={problemsByField(ask.error).note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
