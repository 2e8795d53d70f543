/** A granted scope and how often it was used, as a basis for narrowing (pages §4). */
import { isOffered, type Scope, scopeSet, scopesIn, splitScopes } from '../../../domain/scopes.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { scopeUseOf } from '../../usage-period.ts'
import { ScopeInWords } from './scope-in-words.ts'

export interface GrantedScopeValue {
  readonly scope: Scope
  readonly usedCount: number
}

export const GrantedScope = builder.objectRef<GrantedScopeValue>('GrantedScope').implement({
  ...noScope,
  fields: (t) => ({
    scope: t.field({ type: ScopeInWords, resolve: ({ scope }) => ({ scope }) }),
    usedCount: t.exposeInt('usedCount', { description: 'Requests that needed it in the last 30 days.' }),
  }),
})

export const grantedScopes = async (
  context: QueryContext,
  actor: string,
  granted: readonly string[],
): Promise<GrantedScopeValue[]> => {
  const uses = await scopeUseOf(context, actor)
  const scopes = scopesIn(scopeSet(granted.flatMap(splitScopes))).filter(isOffered)
  return scopes.map((scope) => ({ scope, usedCount: uses.get(scope) ?? 0 }))
}
