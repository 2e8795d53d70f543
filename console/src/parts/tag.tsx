/** A word in a small frame. `sandbox` is the only amber one; `fail` and `good` always carry their icon. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './tag.css'

type Tone = 'plain' | 'line' | 'solid' | 'good' | 'fail' | 'info' | 'sandbox'

const ICON: Partial<Record<Tone, IconName>> = { good: 'circleCheck', fail: 'circleCross', sandbox: 'flask' }

export const Tag = ({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) => {
  const icon = ICON[tone]
  return (
    <span className={`tag tag-${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
