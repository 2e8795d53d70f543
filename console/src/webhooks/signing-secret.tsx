/** A signing secret, shown once: copy it, and say that it is stored before the panel can be closed. */
import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '../parts/copy-button.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import '../api-keys/new-key/shown-once.css'

interface SigningSecretProps {
  readonly secret: string
  /** What it means for the secret before, where there is one. */
  readonly says: ReactNode
  readonly onDone: () => void
  /** What can be done before it is closed: send a test. */
  readonly children?: ReactNode
}

export const SigningSecret = ({ secret, says, onDone, children }: SigningSecretProps) => {
  const [isStored, setStored] = useState(false)
  return (
    <div className="form">
      <div className="stack-tight">
        <p>
          <b>Store this signing secret now.</b> <span className="muted">It is not shown again, to anyone.</span>
        </p>
        <textarea
          className="secret"
          aria-label="Signing secret"
          readOnly
          rows={2}
          spellCheck={false}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} />
      </div>
      <p className="muted">{says}</p>
      <Checkbox
        data-autofocus
        ref={focusOnMount}
        size="xs"
        label="I stored it where only the receiver can read it"
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      {children}
      <div className="form-feet drawer-feet">
        {!isStored && <p className="small muted">Say that you stored it, and this panel can be closed.</p>}
        <Button variant="filled" disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
