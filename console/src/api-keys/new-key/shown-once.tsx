/** Shows the secret once: copy it, confirm that it is stored, try it, and see the first request arrive. */
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { focusOnMount } from '../../parts/focus-on-mount.ts'
import { Awaited, type Awaits } from './awaited.tsx'
import { CurlLines } from './curl-lines.tsx'
import type { FreshSecret } from './fresh-secret.ts'
import './shown-once.css'

interface ShownOnceProps {
  readonly fresh: FreshSecret
  readonly awaits: Awaits
  readonly onDone: () => void
}

export const ShownOnce = ({ fresh, awaits, onDone }: ShownOnceProps) => {
  const [isStored, setStored] = useState(false)
  return (
    <div className="form">
      <div className="stack-tight">
        <p>
          <b>Store this refresh token now.</b> <span className="muted">It is not shown again, to anyone.</span>
        </p>
        <textarea
          className="secret"
          aria-label="Refresh token"
          readOnly
          rows={3}
          spellCheck={false}
          value={fresh.refreshToken}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={fresh.refreshToken} />
      </div>
      <Checkbox
        data-autofocus
        ref={focusOnMount}
        size="xs"
        label="I stored it where only my system can read it"
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <CurlLines refreshToken={fresh.refreshToken} />
      <Awaited apiKeyId={fresh.apiKeyId} awaits={awaits} />
      <div className="form-feet drawer-feet">
        {!isStored && <p className="small muted">Say that you stored it, and this panel can be closed.</p>}
        <Button variant="filled" disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
