/** Rename, rotate, revoke: one at a time. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MadeSecret } from './new-key/fresh-secret.ts'
import type { ApiKey } from './queries.ts'
import { RenameForm } from './rename-form.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateForm } from './rotate-form.tsx'

interface KeyActionsProps {
  readonly apiKey: ApiKey
  readonly onRotated: (made: MadeSecret) => void
}

export const KeyActions = ({ apiKey, onRotated }: KeyActionsProps) => {
  const [action, setAction] = useState<'rename' | 'rotate' | 'revoke' | null>(null)
  const close = () => setAction(null)
  if (action === 'rename') return <RenameForm apiKey={apiKey} onClose={close} />
  if (action === 'rotate') return <RotateForm apiKey={apiKey} onRotated={onRotated} onClose={close} />
  return (
    <div className="row">
      <Button size="xs" onClick={() => setAction('rename')}>
        Rename
      </Button>
      {apiKey.state === 'ACTIVE' && (
        <Button size="xs" onClick={() => setAction('rotate')}>
          Rotate
        </Button>
      )}
      <Button size="xs" variant="outline" color="red" onClick={() => setAction('revoke')}>
        Revoke
      </Button>
      <RevokeDialog apiKey={apiKey} isOpen={action === 'revoke'} onClose={close} />
    </div>
  )
}
