/** A secret, shown once: copy it, and say that it is stored before the panel can be closed. */
import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import './secret-shown-once.css'

interface SecretShownOnceProps {
  /** How far somebody is who came here by steps. */
  readonly above?: ReactNode
  /** What it is called within a sentence, e.g. "refresh token". */
  readonly name: string
  readonly secret: string
  /** Whose eyes it is for: "I stored it where only … can read it". */
  readonly reader: string
  /** What is to know of it before it is stored. */
  readonly says?: ReactNode
  readonly onDone: () => void
  /** What can be done with it before the panel is closed. */
  readonly children?: ReactNode
}

export const SecretShownOnce = ({ above, name, secret, reader, says, onDone, children }: SecretShownOnceProps) => {
  const [isStored, setStored] = useState(false)
  return (
    <div className="form">
      {above}
      <div className="stack-tight">
        <p>
          <b>Store this {name} now.</b> <span className="muted">It is not shown again, to anyone.</span>
        </p>
        <textarea
          className="secret"
          aria-label={name.charAt(0).toUpperCase() + name.slice(1)}
          readOnly
          rows={2}
          spellCheck={false}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} />
      </div>
      {says && <p className="muted">{says}</p>}
      <Checkbox
        data-autofocus
        ref={focusOnMount}
        size="xs"
        label={`I stored it where only ${reader} can read it`}
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
