/** Scopes in words, what is seen apart from what is changed, each with its use in the last 30 days. */
import { grouped } from '../text/count.ts'
import type { ScopeInWords } from '../text/scope-words.ts'
import { isLongAllowed } from '../text/unused.ts'
import { Icon } from './icon.tsx'
import { Tag } from './tag.tsx'
import './scope-use-list.css'

interface ScopeUse {
  readonly scope: ScopeInWords
  readonly usedCount: number
}

interface ItemProps extends ScopeUse {
  readonly isLongAllowed: boolean
}

const Item = ({ scope, usedCount, isLongAllowed }: ItemProps) => (
  <li>
    <Icon name={usedCount > 0 ? 'check' : 'unused'} />
    <span>
      {scope.text}
      <code>{scope.name}</code>
    </span>
    <span className="scope-use number">
      {usedCount > 0 ? (
        <>
          {grouped(usedCount)}
          <span className="unseen"> requests</span>
        </>
      ) : (
        <Tag tone="line">{isLongAllowed ? 'Unused' : 'Not yet used'}</Tag>
      )}
    </span>
  </li>
)

interface GroupProps {
  readonly title: string
  readonly icon: 'eye' | 'pencil'
  readonly scopes: readonly ScopeUse[]
  readonly isLongAllowed: boolean
}

const Group = ({ title, icon, scopes, isLongAllowed }: GroupProps) =>
  scopes.length === 0 ? null : (
    <>
      <h3 className="scope-group">
        <Icon name={icon} />
        {title}
      </h3>
      <ul className="scope-list">
        {scopes.map((use) => (
          <Item key={use.scope.name} {...use} isLongAllowed={isLongAllowed} />
        ))}
      </ul>
    </>
  )

interface ScopeUseListProps {
  readonly scopes: readonly ScopeUse[]
  /** Since when they are allowed: before 30 days are over, nothing is called unused. */
  readonly since: string
}

export const ScopeUseList = ({ scopes, since }: ScopeUseListProps) => {
  const long = isLongAllowed(since)
  const of = (access: string) => scopes.filter(({ scope }) => scope.access === access)
  return (
    <>
      <Group title="Sees" icon="eye" scopes={of('read')} isLongAllowed={long} />
      <Group title="Changes" icon="pencil" scopes={of('write')} isLongAllowed={long} />
    </>
  )
}
