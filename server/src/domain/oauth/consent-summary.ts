/**
 * What a consent page says of the scopes that are asked for: what is new against an earlier grant, what stays,
 * what ends, and what the application will not be able to do. The last is generated from the catalogue, so that
 * it is true of every set of scopes (access-model §4).
 */
import { isGrantable, isOffered, isPersonalScope, SCOPES, type Scope, scopeEntry } from '../scopes.ts'

export interface ScopeLine {
  readonly scope: Scope
  readonly text: string
}

export interface ScopeGroups {
  readonly reads: readonly ScopeLine[]
  readonly writes: readonly ScopeLine[]
}

/** One thing the application cannot do: it completes "It will not be able to …", and names the scopes it stands for. */
export interface DeniedLine {
  readonly text: string
  readonly scopes: readonly Scope[]
}

export interface ConsentSummary {
  /** Asked for and not held so far; all that is asked for where there was no grant. */
  readonly added: ScopeGroups
  readonly kept: readonly ScopeLine[]
  /** Held so far and not asked for again: it ends with the new grant. */
  readonly lost: readonly ScopeLine[]
  readonly denied: readonly DeniedLine[]
}

const line = (scope: Scope): ScopeLine => ({ scope, text: scopeEntry(scope).text })

const isRead = (scope: Scope): boolean => scopeEntry(scope).access === 'read'

const inGroups = (scopes: readonly Scope[]): ScopeGroups => ({
  reads: scopes.filter(isRead).map(line),
  writes: scopes.filter((scope) => !isRead(scope)).map(line),
})

const listed = (nouns: readonly string[]): string =>
  nouns.length < 2 ? nouns.join('') : `${nouns.slice(0, -1).join(', ')} or ${nouns.at(-1)}`

const deniedLine = (verb: string, scopes: readonly Scope[]): DeniedLine[] => {
  const nouns = [...new Set(scopes.map((scope) => scopeEntry(scope).noun))]
  return nouns.length === 0 ? [] : [{ text: `${verb} ${listed(nouns)}`, scopes }]
}

/** A noun denied both ways is said once ("See or change …"), so that the list stays short enough to be read. */
const deniedLines = (refused: readonly Scope[]): DeniedLine[] => {
  const nounsOf = (scopes: readonly Scope[]) => new Set(scopes.map((scope) => scopeEntry(scope).noun))
  const unseen = nounsOf(refused.filter(isRead))
  const unchanged = nounsOf(refused.filter((scope) => !isRead(scope)))
  const bothWays = (scope: Scope) => unseen.has(scopeEntry(scope).noun) && unchanged.has(scopeEntry(scope).noun)
  const oneWay = refused.filter((scope) => !bothWays(scope))
  return [
    ...deniedLine('See or change', refused.filter(bothWays)),
    ...deniedLine('See', oneWay.filter(isRead)),
    ...deniedLine(
      'Change',
      oneWay.filter((scope) => !isRead(scope)),
    ),
  ]
}

/** True whatever is granted: these scopes are beyond every application of this sort (access-model §6, §8). */
const beyondReach = (personal: boolean): DeniedLine[] => {
  const keys = SCOPES.filter((scope) => !isGrantable(scope))
  if (!personal) return [{ text: 'Reach another operator, your password or your API keys', scopes: keys }]
  const operators = SCOPES.filter((scope) => isOffered(scope) && !isPersonalScope(scope))
  return [
    { text: 'See or change anything that is not your own', scopes: operators },
    { text: 'Reach another operator, your password or an API key', scopes: keys },
  ]
}

export const summarizeConsent = (
  asked: readonly Scope[],
  earlier: readonly Scope[] | null,
  personal: boolean,
): ConsentSummary => {
  const wanted = new Set(asked)
  const held = new Set(earlier)
  const grantable = SCOPES.filter((scope) => isOffered(scope) && isPersonalScope(scope) === personal)
  return {
    added: inGroups(SCOPES.filter((scope) => wanted.has(scope) && !held.has(scope))),
    kept: SCOPES.filter((scope) => wanted.has(scope) && held.has(scope)).map(line),
    lost: SCOPES.filter((scope) => isOffered(scope) && held.has(scope) && !wanted.has(scope)).map(line),
    denied: [...deniedLines(grantable.filter((scope) => !wanted.has(scope))), ...beyondReach(personal)],
  }
}
