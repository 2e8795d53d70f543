/** A new refresh token for the same key; the old one keeps working for the overlap that is chosen (access-model §6). */
import { NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import type { MadeSecret } from './new-key/fresh-secret.ts'
import { API_KEY_ROTATE, type ApiKey } from './queries.ts'

const OVERLAPS = [
  { value: '0', label: 'None: the old one stops at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
]

interface RotateFormProps {
  readonly apiKey: ApiKey
  readonly onRotated: (made: MadeSecret) => void
  readonly onClose: () => void
}

export const RotateForm = ({ apiKey, onRotated, onClose }: RotateFormProps) => {
  const [overlap, setOverlap] = useState('24')
  const { apiKeyId, label } = apiKey
  const rotate = useChange(API_KEY_ROTATE, ({ apiKeyRotate: { refreshToken } }, { overlapHours }) =>
    onRotated(
      refreshToken === null ? { apiKeyId, label, refreshToken, overlapHours } : { apiKeyId, label, refreshToken },
    ),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate({ apiKeyId, overlapHours: Number(overlap) })
  }
  return (
    <form className="form" onSubmit={submit}>
      <NativeSelect
        label="The old token keeps working for"
        description="Time to put the new one in place. Label, scopes and limits stay."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        ref={focusOnMount}
        data={OVERLAPS}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      />
      <FailureNote error={rotate.error} what="The key was not rotated." />
      <FormFeet verb="Rotate" isBusy={rotate.isPending} onCancel={onClose} />
    </form>
  )
}
