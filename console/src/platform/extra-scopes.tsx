/** What support allows an application beyond its kind, until when, and every decision about it; both sides see it. */
import type { ReactNode } from 'react'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { utcDay } from '../text/instant.ts'

interface Decided {
  readonly extraScopeList: readonly { readonly name: string; readonly text: string }[]
  readonly extraScopesLastDay: string | null
  readonly scopeDecisionList: readonly {
    readonly position: number
    readonly action: string
    readonly scopeList: readonly string[]
    readonly lastDay: string | null
    readonly at: string
    readonly byName: string | null
    readonly reason: string
  }[]
}

const ACTIONS: Readonly<Record<string, string>> = {
  ALLOWED: 'Allowed',
  WITHDRAWN: 'Taken back',
  ENDED: 'Ended',
}

const dayOf = (day: string | null): string => (day === null ? '' : utcDay(new Date(`${day}T00:00:00Z`)))

const Allowed = ({ of }: { readonly of: Decided }) =>
  of.extraScopeList.length === 0 ? (
    <p className="muted">Nothing: operators can allow it what its kind may have.</p>
  ) : (
    <>
      <p>
        Until the end of <b>{dayOf(of.extraScopesLastDay)}</b> (UTC) operators can also allow it to:
      </p>
      <ul className="stack-tight">
        {of.extraScopeList.map(({ name, text }) => (
          <li key={name}>
            {text} <code className="small">{name}</code>
          </li>
        ))}
      </ul>
    </>
  )

const Decisions = ({ list }: { readonly list: Decided['scopeDecisionList'] }) => (
  <ol className="stack-tight" aria-label="Decisions about scopes beyond its kind">
    {list.toReversed().map(({ position, action, scopeList, lastDay, at, byName, reason }) => (
      <li key={position}>
        <b>{ACTIONS[action] ?? action}</b>
        {lastDay !== null && ` until ${dayOf(lastDay)}`}{' '}
        <span className="small muted">
          <Moment at={at} as="full" />
          {byName !== null && `, ${byName}, Airside support`}
        </span>
        <p className="small mono">{scopeList.join(' ')}</p>
        {byName !== null && <p>“{reason}”</p>}
      </li>
    ))}
  </ol>
)

export const ExtraScopes = ({ of, children }: { readonly of: Decided; readonly children?: ReactNode }) => (
  <Panel title="Scopes beyond its kind" hint="by support’s decision">
    <div className="panel-body stack">
      <Allowed of={of} />
      {children}
      {of.scopeDecisionList.length > 0 && <Decisions list={of.scopeDecisionList} />}
    </div>
  </Panel>
)
