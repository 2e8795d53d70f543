/** What an application asks for beyond its kind, as the consent page says it: "see passengers and change crew" (data §2). */
import { DAY_MS } from '../interval.ts'
import { type Scope, scopeEntry } from '../scopes.ts'

export interface BeyondKind {
  readonly doing: string
  /** A moment of the last day on which it is allowed. */
  readonly lastDayMs: number
}

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const nounsOf = (scopes: readonly Scope[], access: 'read' | 'write'): string[] => [
  ...new Set(scopes.flatMap((scope) => (scopeEntry(scope).access === access ? [scopeEntry(scope).noun] : []))),
]

const doing = (verb: string, nouns: readonly string[]): string[] =>
  nouns.length === 0 ? [] : [`${verb} ${joined(nouns)}`]

export const beyondKind = (scopes: readonly Scope[], until: number): BeyondKind | null => {
  if (scopes.length === 0) return null
  const [seen, changed] = [nounsOf(scopes, 'read'), nounsOf(scopes, 'write')]
  return { doing: [...doing('see', seen), ...doing('change', changed)].join(', and '), lastDayMs: until - DAY_MS }
}
