/** A signature in its frame: who signed, when and how; dashed where it is still missing. */
import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { signatureWords } from './log-words.ts'
import type { Signature } from './queries.ts'

interface SignedProps {
  readonly signature: Signature
  /** "Deferral accepted by"; the name alone where absent. */
  readonly what?: string
}

export const Signed = ({ signature, what }: SignedProps) => (
  <div className="signature">
    <Icon name="pencil" />
    <span>
      {what && `${what} `}
      <b>{signature.name}</b>, <Moment at={signature.signedAt} as="full" />
    </span>
    <span className="small muted">{signatureWords(signature)}</span>
  </div>
)

interface UnsignedProps {
  readonly title: ReactNode
  readonly children?: ReactNode
}

export const Unsigned = ({ title, children }: UnsignedProps) => (
  <div className="signature signature-open">
    <Icon name="pencil" />
    <span>{title}</span>
    {children && <div className="small muted">{children}</div>}
  </div>
)
