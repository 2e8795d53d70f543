/** Ends a client secret: now, or at a time within seven days, so that programs can move to the other one. */

import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { toSecond } from '../../text/instant.ts'
import { HOUR_MS } from '../../text/spans.ts'
import type { Application } from '../queries.ts'
import { SECRET_END } from './queries.ts'

/** A little less than the most that is allowed: the server's clock decides. */
const CHOICES = [
  { value: '0', label: 'Now', ms: 0 },
  { value: '1', label: 'In an hour', ms: HOUR_MS },
  { value: '24', label: 'In a day', ms: 24 * HOUR_MS },
  { value: '168', label: 'In seven days', ms: 168 * HOUR_MS - 120_000 },
] as const

interface EndSecretProps {
  readonly application: Application
  readonly secret: Application['secretList'][number]
}

export const EndSecret = ({ application: { clientId, secretList }, secret }: EndSecretProps) => {
  const [isOpen, setOpen] = useState(false)
  const [choice, setChoice] = useState<string>('0')
  const end = useChange(SECRET_END)
  const { secretId, lastFour } = secret
  const close = () => {
    setOpen(false)
    end.reset()
  }
  const confirm = () => {
    const ms = CHOICES.find(({ value }) => value === choice)?.ms ?? 0
    const at = ms === 0 ? null : toSecond(Date.now() + ms)
    end.mutate({ clientId, secretId, at }, { onSuccess: close })
  }
  return (
    <>
      <Button size="xs" color="red" onClick={() => setOpen(true)}>
        End …{lastFour}
      </Button>
      <ConfirmDialog
        title={`End the secret …${lastFour}?`}
        verb={choice === '0' ? 'End it now' : 'End it then'}
        isOpen={isOpen}
        change={end}
        onConfirm={confirm}
        onClose={close}
      >
        <p>
          Programs that use it can exchange and refresh no token afterwards. Access tokens that they hold work until
          they expire.
        </p>
        {secretList.length === 1 && <p>It is the only one: make another first, so that nothing stops.</p>}
        <NativeSelect
          label="When"
          value={choice}
          data={CHOICES.map(({ value, label }) => ({ value, label }))}
          onChange={(event) => setChoice(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  )
}
