/** The refresh grant (RFC 6749 §6): refresh tokens do not rotate; only a successful use extends their thirty days. */
import { Failure } from '../../domain/failure.ts'
import { isScope, type ScopeSet, scopeSet, splitScopes } from '../../domain/scopes.ts'
import { secretHash, secretKind } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import type { WorldAt } from '../world.ts'
import { type IssuedToken, refreshAccessToken } from './issue.ts'

const askedScopes = (scope: string | null): ScopeSet | null => {
  if (scope === null) return null
  const names = splitScopes(scope)
  const unknown = names.find((name) => !isScope(name))
  if (names.length === 0 || unknown !== undefined) {
    throw new Failure('invalid_scope', unknown === undefined ? 'scope is empty' : 'scope names one that does not exist')
  }
  return scopeSet(names)
}

export const refreshGrant = async (
  at: WorldAt<Tenant>,
  client: ApplicationRow,
  refreshToken: string,
  scope: string | null,
): Promise<IssuedToken> => {
  if (secretKind(refreshToken) !== 'rt') {
    throw new Failure('invalid_grant', 'The refresh token is unknown, expired or revoked')
  }
  return refreshAccessToken(at, {
    hash: secretHash(refreshToken),
    belongs: (facts) => facts.clientId === client.client_id,
    askedScopes: askedScopes(scope),
  })
}
