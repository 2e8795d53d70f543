/**
 * Ends what was issued: sessions, codes, links by mail and refresh tokens, and with a refresh token all its access
 * tokens. The order matters: a code exchange or a new key at the same moment is waited for, and its refresh token is
 * then among those that end.
 */
import { sql } from 'kysely'
import { applicationArea } from '../../domain/validity-area.ts'
import type { PlatformTx, TenantTx } from '../handles.ts'
import { removeUnusedCodesOf } from '../oauth/authorization-codes.ts'

/** How many of each ended. */
export interface Ended {
  readonly refreshTokens: number
  readonly sessions: number
  readonly codes: number
  /** Password resets and invitations that were not used yet. */
  readonly links: number
}

const endSessions = async (tx: TenantTx, before: number): Promise<number> => {
  const ended = await tx.db
    .updateTable('user_session')
    .set({ ended_at: await tx.now() })
    .where('tenant_id', '=', tx.tenantId)
    .where('ended_at', 'is', null)
    .where('created_at', '<', before)
    .returning('hash')
    .execute()
  return ended.length
}

const removeCodes = async (tx: TenantTx, before: number): Promise<number> => {
  const removed = await tx.db
    .deleteFrom('authorization_code')
    .where('tenant_id', '=', tx.tenantId)
    .where('consumed_at', 'is', null)
    .where('created_at', '<', before)
    .returning('hash')
    .execute()
  return removed.length
}

const removeLinks = async (tx: TenantTx, before: number): Promise<number> => {
  const resets = await tx.db
    .deleteFrom('password_reset')
    .where('tenant_id', '=', tx.tenantId)
    .where('created_at', '<', before)
    .returning('reset_id')
    .execute()
  const invitations = await tx.db
    .deleteFrom('user_invitation')
    .where('tenant_id', '=', tx.tenantId)
    .where('used_at', 'is', null)
    .where('created_at', '<', before)
    .returning('invitation_id')
    .execute()
  return resets.length + invitations.length
}

const revokeRefreshTokens = async (tx: TenantTx, before: number): Promise<number> => {
  const revoked = await tx.db
    .updateTable('refresh_token')
    .set({ revoked_at: await tx.now() })
    .where('tenant_id', '=', tx.tenantId)
    .where('revoked_at', 'is', null)
    .where('created_at', '<', before)
    .returning('refresh_token_id')
    .execute()
  return revoked.length
}

/** After every time that anything was issued, also by the clock of a sandbox that was set back since. */
const EVER = 8_640_000_000_000_000

/**
 * Of one tenant, what was issued before this time of the world, null for everything. A sandbox whose clock is ahead
 * notes later times for what it issues; its sessions keep the world's (threats row 228). Keys and grants stay, without
 * anything that works.
 */
export const endIssuedBefore = async (tx: TenantTx, time: number | null): Promise<Ended> => {
  const sessions = await endSessions(tx, time ?? EVER)
  const before = time === null ? EVER : time + tx.testOffsetMs
  const codes = await removeCodes(tx, before)
  const links = await removeLinks(tx, before)
  const refreshTokens = await revokeRefreshTokens(tx, before)
  tx.changeValidity()
  return { refreshTokens, sessions, codes, links }
}

/** How far the clock of the token's sandbox is ahead. */
const aheadOfWorld = sql<number>`coalesce(
  (select c.ahead_ms from test_clock c where c.tenant_id = refresh_token.tenant_id), 0)`

/** The same of one application, at every operator. Returns how many refresh tokens ended. */
export const endIssuedTo = async (tx: PlatformTx, clientId: string, time: number | null): Promise<number> => {
  await removeUnusedCodesOf(tx, clientId)
  const revoked = await tx.db
    .updateTable('refresh_token')
    .set({ revoked_at: await tx.now() })
    .where('revoked_at', 'is', null)
    .where('created_at', '<', sql<number>`${time ?? EVER} + ${aheadOfWorld}`)
    .where((eb) =>
      eb(
        eb.refTuple('tenant_id', 'grant_id'),
        'in',
        eb
          .selectFrom('oauth_grant')
          .select(['oauth_grant.tenant_id', 'oauth_grant.grant_id'])
          .where('oauth_grant.client_id', '=', clientId)
          .$asTuple('tenant_id', 'grant_id'),
      ),
    )
    .returning('refresh_token_id')
    .execute()
  tx.changeValidity(applicationArea(clientId))
  return revoked.length
}
