/** Lists the user's passkeys with when they were added and last used, and renames, removes and adds them. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { PasskeyRename } from './passkey-rename.tsx'
import { PresencePassword } from './presence-password.tsx'
import { type Account, PASSKEY_REMOVE, type Passkey } from './queries.ts'

interface RemovalProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

const Removal = ({ passkey, onClose }: RemovalProps) => {
  const removal = useChange(PASSKEY_REMOVE)
  const [currentPassword, setCurrentPassword] = useState('')
  return (
    <ConfirmDialog
      title={`Remove the passkey ${passkey.name}?`}
      verb="Remove"
      change={removal}
      onConfirm={() => removal.mutate({ passkeyId: passkey.passkeyId, currentPassword }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Nobody signs in with it <b>from now on</b>. Your password still works.
      </p>
      <p className="muted">The device or password manager that made it keeps its half: remove it there as well.</p>
      <PresencePassword
        value={currentPassword}
        problem={problemsByField(removal.error).currentPassword}
        onChange={setCurrentPassword}
      />
    </ConfirmDialog>
  )
}

interface Asked {
  readonly what: 'rename' | 'remove'
  readonly passkey: Passkey
}

const PasskeyRow = ({ passkey, onAsk }: { readonly passkey: Passkey; readonly onAsk: (asked: Asked) => void }) => (
  <Row>
    <NameCell>
      <span className="row">
        {passkey.name} {passkey.isBackedUp && <Tag tone="line">Synced</Tag>}
      </span>
    </NameCell>
    <Cell label="Added">
      <Moment at={passkey.createdAt} as="day" />
    </Cell>
    <Cell label="Last used">
      {passkey.lastUsedAt === null ? <span className="muted">never</span> : <Moment at={passkey.lastUsedAt} />}
    </Cell>
    <Cell kind="action">
      <Button size="xs" onClick={() => onAsk({ what: 'rename', passkey })}>
        Rename<span className="unseen"> {passkey.name}</span>
      </Button>{' '}
      <Button size="xs" variant="outline" color="red" onClick={() => onAsk({ what: 'remove', passkey })}>
        Remove<span className="unseen"> {passkey.name}</span>
      </Button>
    </Cell>
  </Row>
)

export const Passkeys = ({ account }: { readonly account: Account }) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <Panel title="Passkeys" hint="by fingerprint, face or PIN, in place of the password">
      {account.passkeyList.length > 0 && (
        <Table
          fitsFrom={560}
          label="Passkeys"
          columns={['Name', 'Added', 'Last used', { name: 'Action', isUnseen: true }]}
        >
          {account.passkeyList.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} onAsk={setAsked} />
          ))}
        </Table>
      )}
      <PasskeyForm />
      {asked?.what === 'rename' && <PasskeyRename passkey={asked.passkey} onClose={close} />}
      {asked?.what === 'remove' && <Removal passkey={asked.passkey} onClose={close} />}
    </Panel>
  )
}
