/** A sentence that stands apart. `attention` is heavier ink, not a colour; `fail` is what went wrong; `good` what went well. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../parts/icon.tsx'
import './note.css'

interface NoteProps {
  readonly tone?: 'plain' | 'attention' | 'good' | 'fail'
  readonly icon: IconName
  /** `status` is spoken when it appears, `alert` at once. */
  readonly role?: 'status' | 'alert'
  readonly action?: ReactNode
  readonly children: ReactNode
}

export const Note = ({ tone = 'plain', icon, role, action, children }: NoteProps) => (
  <div className={`note note-${tone}`} role={role}>
    <Icon name={icon} />
    <div className="note-text">{children}</div>
    {action && <div className="note-action">{action}</div>}
  </div>
)
