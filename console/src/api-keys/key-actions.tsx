/** Rename, change scopes and addresses, rotate, revoke: one at a time. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { NetworkForm } from './network-form.tsx'
import type { MadeSecret } from './new-key/fresh-secret.ts'
import type { ApiKey } from './queries.ts'
import { RenameForm } from './rename-form.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RotateForm } from './rotate-form.tsx'
import { ScopeForm } from './scope-form.tsx'

interface KeyActionsProps {
  readonly apiKey: ApiKey
  readonly onRotated: (made: MadeSecret) => void
}

export const KeyActions = ({ apiKey, onRotated }: KeyActionsProps) => {
  const [action, setAction] = useState<'rename' | 'scopes' | 'addresses' | 'rotate' | 'revoke' | null>(null)
  const close = () => setAction(null)
  if (action === 'rename') return <RenameForm apiKey={apiKey} onClose={close} />
  if (action === 'scopes') return <ScopeForm apiKey={apiKey} onClose={close} />
  if (action === 'addresses') return <NetworkForm apiKey={apiKey} onClose={close} />
  if (action === 'rotate') return <RotateForm apiKey={apiKey} onRotated={onRotated} onClose={close} />
  return (
    <div className="row">
      <Button size="xs" onClick={() => setAction('rename')}>
        Rename
      </Button>
      <Button size="xs" onClick={() => setAction('scopes')}>
        Edit scopes
      </Button>
      <Button size="xs" onClick={() => setAction('addresses')}>
        Addresses
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
