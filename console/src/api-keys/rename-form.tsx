/** Another label for a key; nothing else about it changes. */

import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { MAX_LABEL_CHARACTERS } from './label.ts'
import { API_KEY_RENAME, type ApiKey } from './queries.ts'

export const RenameForm = ({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) => {
  const [label, setLabel] = useState(apiKey.label)
  const rename = useChange(API_KEY_RENAME)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ apiKeyId: apiKey.apiKeyId, label: label.trim() }, { onSuccess: onClose })
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextInput
        label="New label"
        required
        withAsterisk={false}
        ref={focusOnMount}
        maxLength={MAX_LABEL_CHARACTERS}
        value={label}
        error={problemsByField(rename.error).label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <FailureNote error={rename.error} what="It keeps its label." fields={['label']} />
      <FormFeet verb="Rename" isBusy={rename.isPending} onCancel={onClose} />
    </form>
  )
}
