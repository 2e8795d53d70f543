/** Where there is nothing yet: what would be here, and how it comes to be. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../parts/icon.tsx'
import './empty.css'

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly action?: ReactNode
  readonly children?: ReactNode
}

export const Empty = ({ icon, title, action, children }: EmptyProps) => (
  <div className="empty">
    <Icon name={icon} />
    <p>
      <b>{title}</b>
    </p>
    {children && <p className="muted">{children}</p>}
    {action}
  </div>
)
