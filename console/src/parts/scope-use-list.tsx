/** Scopes in words, what is seen apart from what is changed, each with its use in the last 30 days. */
import { grouped } from './count.ts'
import { Icon } from './icon.tsx'
import type { ScopeInWords } from './scope-words.ts'
import { Tag } from './tag.tsx'
import './scope-use-list.css'

interface ScopeUse {
  readonly scope: ScopeInWords
  readonly usedCount: number
}

const Item = ({ scope, usedCount }: ScopeUse) => (
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
        <Tag tone="line">Unused</Tag>
      )}
    </span>
  </li>
)

const Group = ({ title, icon, scopes }: { title: string; icon: 'eye' | 'pencil'; scopes: readonly ScopeUse[] }) =>
  scopes.length === 0 ? null : (
    <>
      <h3 className="scope-group">
        <Icon name={icon} />
        {title}
      </h3>
      <ul className="scope-list">
        {scopes.map((use) => (
          <Item key={use.scope.name} {...use} />
        ))}
      </ul>
    </>
  )

export const ScopeUseList = ({ scopes }: { readonly scopes: readonly ScopeUse[] }) => (
  <>
    <Group title="Sees" icon="eye" scopes={scopes.filter(({ scope }) => scope.access === 'read')} />
    <Group title="Changes" icon="pencil" scopes={scopes.filter(({ scope }) => scope.access === 'write')} />
  </>
)
