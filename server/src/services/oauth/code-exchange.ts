/**
 * The code grant's exchange (RFC 6749 §4.1.3): the code is consumed first, in one atomic step where everything
 * matches; then the grant is agreed with what was chosen beside its scopes, a refresh token made and an access token
 * issued, all in one transaction. A second use by the rightful client revokes what came of the first, and that
 * revocation must stand, so the refusal is returned and not thrown.
 */
import { hash } from 'node:crypto'
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { GRANT_REFRESH_TOKEN_IDLE_SECONDS, MAX_REFRESH_TOKENS_PER_GRANT } from '../../domain/limits.ts'
import { ceilingAt } from '../../domain/oauth/extra-scopes.ts'
import { effectiveScopes, isRefreshTokenValid } from '../../domain/oauth/token-validity.ts'
import { commonScopes, joinScopes } from '../../domain/scopes.ts'
import { lastFour, makeSecret, secretHash, secretKind } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { type ApplicationRow, holdApplication } from '../../storage/oauth/applications.ts'
import {
  type CodeRow,
  consumeCode,
  findUsedCode,
  linkCodeToRefreshToken,
} from '../../storage/oauth/authorization-codes.ts'
import { agreeGrant, isGrantSuspended } from '../../storage/oauth/grants.ts'
import {
  insertRefreshToken,
  lockRefreshToken,
  revokeRefreshToken,
  surplusRefreshTokens,
} from '../../storage/oauth/refresh-tokens.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { newId, type WorldAt } from '../world.ts'
import { isUsableUri } from './authorize.ts'
import { takeChosen } from './chosen-with-consent.ts'
import { type IssuedToken, issueAccessToken } from './issue.ts'

export interface CodeExchange {
  readonly client: ApplicationRow
  readonly actor: Actor
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string | null
  /** The service's own: no code is exchanged that went to an address below it. */
  readonly publicUrl: URL
}

export interface GrantedTokens {
  readonly issued: IssuedToken
  readonly refreshToken: string
}

const INVALID_CODE =
  'The code is unknown, expired, used before, or was made for another client, redirect URI or verifier'

const SUSPENDED_HERE =
  'The host of this service suspended what was granted to this client here: it can be connected when the host resumes it'

const WITHDRAWN_URI = 'The redirect URI of this code is registered no longer: send the user to authorize again'

const NOTHING_LEFT = 'None of the scopes of this code is allowed any more: send the user to authorize again'

/** RFC 7636 §4.6, S256. */
const challengeOf = (verifier: string | null): string | null =>
  verifier === null ? null : hash('sha256', verifier, 'base64url')

export const exchangeCode = async (at: WorldAt<Tenant>, exchange: CodeExchange): Promise<GrantedTokens> => {
  if (secretKind(exchange.code) !== 'ac') throw new Failure('invalid_grant', INVALID_CODE)
  const granted = await at.write(async (tx) => {
    const presented = {
      hash: secretHash(exchange.code),
      clientId: exchange.client.client_id,
      redirectUri: exchange.redirectUri,
      challenge: challengeOf(exchange.codeVerifier),
    }
    const place = { environment: at.realm.environment, publicUrl: exchange.publicUrl }
    const application = await holdApplication(tx, presented.clientId)
    const code = await consumeCode(tx, presented)
    // Its codes end with a URI; a server of the release before, beside this one, leaves them.
    if (code && !(application && isUsableUri(application, code.redirect_uri, place))) {
      throw new Failure('invalid_grant', WITHDRAWN_URI)
    }
    if (code && application) {
      return grantTokens(at, tx, exchange, { application, code: await stillAllowed(tx, application, code) })
    }
    await revokeReplayed(at, tx, exchange, presented.hash)
    return null
  })
  if (granted === null) throw new Failure('invalid_grant', INVALID_CODE)
  return granted
}

/** What support allowed until a day, or took back, may have ended since the consent: it must not be kept for later (ADR 200). */
const stillAllowed = async (tx: TenantTx, application: ApplicationRow, code: CodeRow): Promise<CodeRow> => {
  const scopes = commonScopes(code.scopes, joinScopes(ceilingAt(application, await tx.now())))
  if (scopes === '') throw new Failure('invalid_grant', NOTHING_LEFT)
  return { ...code, scopes }
}

/** Checks for use before expiry, so that a second use revokes the tokens of the first even after ten minutes. */
const revokeReplayed = async (at: WorldAt, tx: TenantTx, by: CodeExchange, codeHash: string): Promise<void> => {
  const used = await findUsedCode(tx, codeHash, by.client.client_id)
  if (used?.refresh_token_id)
    await revoke(at, tx, by, { refreshTokenId: used.refresh_token_id, reason: 'Its code was used a second time' })
}

const revoke = async (
  at: WorldAt,
  tx: TenantTx,
  { actor, client }: CodeExchange,
  { refreshTokenId, reason }: { readonly refreshTokenId: string; readonly reason: string },
): Promise<void> => {
  if (!(await revokeRefreshToken(tx, refreshTokenId))) return
  const subject = { kind: 'refresh-token', id: refreshTokenId }
  await recordAudit(at, tx, actor, {
    action: 'refresh-token.revoked',
    subject,
    detail: { clientId: client.client_id, reason },
  })
}

const grantTokens = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  exchange: CodeExchange,
  { application, code }: { readonly application: ApplicationRow; readonly code: CodeRow },
): Promise<GrantedTokens> => {
  const { client } = exchange
  const [newGrantId, userId] = [newId(at, 'gra'), client.personal === 1 ? code.user_id : null]
  const grant = await agreeGrant(tx, {
    grantId: newGrantId,
    clientId: client.client_id,
    userId,
    scopes: code.scopes,
    grantedBy: code.user_id,
    decidedAt: code.created_at,
    at: await tx.now(),
  })
  const grantId = grant.grant_id
  // The grant was waited for: what is made under it begins, and counts, from when it was there.
  const now = await tx.now()
  // One in force is refused with its refresh token; a new one must not lift the suspension of the one before.
  if (grantId === newGrantId && (await isGrantSuspended(tx, client.client_id, userId))) {
    throw new Failure('invalid_grant', SUSPENDED_HERE)
  }
  // Less than was allowed if a later consent or an administrator removed scopes before the exchange.
  const scopes = commonScopes(code.scopes, grant.scopes)
  if (scopes === '') throw new Failure('invalid_grant', NOTHING_LEFT)
  if (grant.isDecided) await takeChosen(at, tx, { application, code }, exchange.actor.requestId)
  const refreshToken = makeSecret('rt', at.realm.environment, at.randomBytes)
  const refreshTokenId = newId(at, 'rt')
  await insertRefreshToken(tx, {
    refreshTokenId,
    hash: secretHash(refreshToken),
    lastFour: lastFour(refreshToken),
    apiKeyId: null,
    grantId,
    scopes,
    createdAt: now,
    expiresAt: addSeconds(now, GRANT_REFRESH_TOKEN_IDLE_SECONDS),
  })
  await linkCodeToRefreshToken(tx, code.hash, refreshTokenId)
  const cap = { grantId, madeNow: refreshTokenId, most: MAX_REFRESH_TOKENS_PER_GRANT }
  for (const surplus of await surplusRefreshTokens(tx, cap, now)) {
    const reason = `The grant has ${MAX_REFRESH_TOKENS_PER_GRANT} that were used later`
    await revoke(at, tx, exchange, { refreshTokenId: surplus, reason })
  }
  return { issued: await firstToken(at, tx, refreshToken), refreshToken }
}

/** Applies the rule of every later refresh: a user who was removed since consent gets nothing. */
const firstToken = async (at: WorldAt<Tenant>, tx: TenantTx, refreshToken: string): Promise<IssuedToken> => {
  const facts = await lockRefreshToken(tx, secretHash(refreshToken))
  if (!facts || !isRefreshTokenValid(facts, facts.now)) throw new Failure('invalid_grant', INVALID_CODE)
  return issueAccessToken(at, tx, { facts, scopes: effectiveScopes(facts, facts.scopes, facts.now) })
}
