/** A word in a small frame. `sandbox` is the only amber one; `fail` and `good` always carry their icon. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './tag.css'

type Tone = 'plain' | 'line' | 'solid' | 'good' | 'fail' | 'info' | 'sandbox'

const ICON: Partial<Record<Tone, IconName>> = { good: 'circleCheck', fail: 'circleCross', sandbox: 'flask' }

interface TagProps {
  readonly tone?: Tone
  /** Another icon than the tone's own. */
  readonly icon?: IconName | undefined
  readonly title?: string | null
  readonly children: ReactNode
}

export const Tag = ({ tone = 'plain', icon = ICON[tone], title, children }: TagProps) => (
  <span className={`tag tag-${tone}`} title={title ?? undefined}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)

/** A state in the words of its room. */
export interface StateWords {
  readonly word: string
  readonly tone: Tone
  readonly icon?: IconName | undefined
}

export const StateTag = ({ words: { word, tone, icon } }: { readonly words: StateWords }) => (
  <Tag tone={tone} icon={icon}>
    {word}
  </Tag>
)
