/** Sessions of users, and the browsers they have signed in with before. */

import { sql } from 'kysely'
import { DEVELOPERS_REALM_ID } from '../../domain/identity/realm.ts'
import type { SignInMeans } from '../../domain/identity/sign-in-means.ts'
import { MAX_KNOWN_DEVICES } from '../../domain/limits.ts'
import { removeSome } from '../bounded-removal.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import type { UserRow } from './users.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    user_session: {
      tenant_id: string
      /** Hash of the cookie's secret. */
      hash: string
      /** The id by which pages refer to a session. */
      session_id: string
      user_id: string
      stage: SessionStage
      device: string
      address: string
      created_at: number
      last_seen_at: number
      ended_at: number | null
      /** Until when it may take files of an export, in the world's time; null where it may not. */
      exports_until: number | null
      /** What the user gave to sign in; null of sessions from before it was kept, and of second steps. */
      means: SignInMeans | null
      /** The passkey that began it; null of others, and of those from before it was kept. */
      passkey_id: string | null
      /** The session of the portal that handed its user over; null of others. */
      begun_by: string | null
    }
    known_device: { tenant_id: string; user_id: string; hash: string; created_at: number }
  }
}

/** A session in `second-step` gives access to nothing. */
export type SessionStage = 'second-step' | 'signed-in'

export type SessionRow = Tables['user_session']

/** Sessions do not follow the clock of a sandbox: they are kept in the world's time and told in the tenant's (events §4). */
const kept = ({ testOffsetMs }: TenantReader, time: number): number => time - testOffsetMs

export const toldTimes = <T extends Pick<SessionRow, 'created_at' | 'last_seen_at'>>(
  { testOffsetMs }: TenantReader,
  session: T,
): T => ({
  ...session,
  created_at: session.created_at + testOffsetMs,
  last_seen_at: session.last_seen_at + testOffsetMs,
})

/** What a session began with. */
type Beginning = Pick<SessionRow, 'means' | 'passkey_id' | 'begun_by'>

export const insertSession = async (
  tx: TenantTx,
  session: Omit<SessionRow, 'tenant_id' | 'ended_at' | 'exports_until' | keyof Beginning> & Partial<Beginning>,
): Promise<void> => {
  await tx.db
    .insertInto('user_session')
    .values({
      means: null,
      passkey_id: null,
      begun_by: null,
      ...session,
      created_at: kept(tx, session.created_at),
      last_seen_at: kept(tx, session.last_seen_at),
      tenant_id: tx.tenantId,
      ended_at: null,
      exports_until: null,
    })
    .execute()
}

export const openExports = async (tx: TenantTx, hash: string, until: number): Promise<void> => {
  await tx.db
    .updateTable('user_session')
    .set({ exports_until: until })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .execute()
}

export const exportsUntil = async (tx: TenantTx, hash: string): Promise<number> => {
  const session = await tx.db
    .selectFrom('user_session')
    .select('exports_until')
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return session?.exports_until ?? 0
}

/** A session that goes on. The one in which its own passkey was removed does, and proves nothing any more. */
export interface FoundSession extends SessionRow {
  readonly isPasskeyGone: boolean
}

export interface SessionWithUser {
  readonly session: FoundSession
  readonly user: UserRow
}

/** The session of a cookie and its user; undefined if either is gone. */
export const findSession = async (reader: TenantReader, hash: string): Promise<SessionWithUser | undefined> => {
  const found = await reader.db
    .selectFrom('user_session')
    .leftJoin('passkey', (join) =>
      join
        .onRef('passkey.tenant_id', '=', 'user_session.tenant_id')
        .onRef('passkey.passkey_id', '=', 'user_session.passkey_id'),
    )
    .selectAll('user_session')
    .select('passkey.passkey_id as known_passkey')
    .where('user_session.tenant_id', '=', reader.tenantId)
    .where('user_session.hash', '=', hash)
    .where('user_session.ended_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined
  const { known_passkey, ...session } = found
  const user = await reader.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', session.user_id)
    .where('removed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  const isPasskeyGone = session.passkey_id !== null && known_passkey === null
  return user && { session: { ...toldTimes(reader, session), isPasskeyGone }, user }
}

export const touchSession = async (tx: TenantTx, hash: string, at: number): Promise<void> => {
  await tx.db
    .updateTable('user_session')
    .set({ last_seen_at: kept(tx, at) })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .execute()
}

export const openSessions = async (
  reader: TenantReader,
  userId: string,
  { seenAfter, createdAfter }: { readonly seenAfter: number; readonly createdAfter: number },
): Promise<SessionRow[]> => {
  const sessions = await reader.db
    .selectFrom('user_session')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', userId)
    .where('stage', '=', 'signed-in')
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', kept(reader, seenAfter))
    .where('created_at', '>', kept(reader, createdAfter))
    .orderBy('last_seen_at', 'desc')
    .execute()
  return sessions.map((session) => toldTimes(reader, session))
}

/** False if there is no such session or it has already ended. */
export const endSession = async (tx: TenantTx, hash: string, at: number): Promise<boolean> => {
  const ended = await tx.db
    .updateTable('user_session')
    .set({ ended_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .where('ended_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  if (ended) await endBegunBy(tx, [hash], at)
  return ended !== undefined
}

/** When somebody signed in at the portal, in the world's time; undefined of a session that is gone. */
export const beganAtPortal = async (tx: TenantTx, hash: string): Promise<number | undefined> => {
  const session = await tx.db
    .selectFrom('user_session')
    .select('created_at')
    .where('tenant_id', '=', DEVELOPERS_REALM_ID)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return session?.created_at
}

/** Ends the sessions at sandboxes that these of the portal began; others begin none (threats row 407). */
const endBegunBy = async (tx: TenantTx, hashes: readonly string[], at: number): Promise<void> => {
  if (tx.tenantId !== DEVELOPERS_REALM_ID || hashes.length === 0) return
  await tx.db
    .updateTable('user_session')
    .set({ ended_at: at })
    .where('begun_by', 'in', hashes)
    .where('ended_at', 'is', null)
    .execute()
}

/** Also those that a session began which goes on itself. */
export const endHandedOver = async (tx: TenantTx, userId: string, at: number): Promise<void> => {
  const sessions = await tx.db
    .selectFrom('user_session')
    .select('hash')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .execute()
  await endBegunBy(
    tx,
    sessions.map(({ hash }) => hash),
    at,
  )
}

/** Ends sessions of a user: one by its id, those that a passkey began, or all; except the one to keep. */
export const endSessionsOf = async (
  tx: TenantTx,
  userId: string,
  which: { readonly sessionId?: string; readonly passkeyId?: string; readonly exceptHash?: string },
  at: number,
): Promise<number> => {
  const { sessionId, passkeyId, exceptHash } = which
  const ended = await tx.db
    .updateTable('user_session')
    .set({ ended_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId ?? ''))
    .$if(passkeyId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('passkey_id', '=', passkeyId ?? ''),
          // Of those from before it was kept, each may have begun with this one.
          eb.and([eb('means', '=', 'passkey'), eb('passkey_id', 'is', null)]),
        ]),
      ),
    )
    .$if(exceptHash !== undefined, (query) => query.where('hash', '!=', exceptHash ?? ''))
    .returning('hash')
    .execute()
  await endBegunBy(
    tx,
    ended.map(({ hash }) => hash),
    at,
  )
  if (ended.length > 0) tx.changeValidity()
  return ended.length
}

/** Ends the sessions of everybody of an operator. */
export const endEverySession = async (tx: TenantTx, at: number): Promise<void> => {
  await tx.db
    .updateTable('user_session')
    .set({ ended_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Adds or refreshes a known browser; what counts is when the user last signed in with it. Each sign-in without its
 * cookie adds one: beyond the most the oldest goes (threats row 607). The caller holds the user's lock.
 */
export const insertKnownDevice = async (tx: TenantTx, userId: string, hash: string, at: number): Promise<void> => {
  await tx.db
    .insertInto('known_device')
    .values({ tenant_id: tx.tenantId, user_id: userId, hash, created_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'hash']).doUpdateSet({ created_at: at }))
    .execute()
  const others = tx.db
    .selectFrom('known_device')
    .select('hash')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('hash', '!=', hash)
  await tx.db
    .deleteFrom('known_device')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('hash', '!=', hash)
    .where('hash', 'not in', others.orderBy('created_at', 'desc').limit(MAX_KNOWN_DEVICES - 1))
    .execute()
}

export const isKnownDevice = async (reader: TenantReader, email: string, hash: string): Promise<boolean> => {
  const row = await reader.db
    .selectFrom('known_device')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.tenant_id', '=', 'known_device.tenant_id')
        .onRef('user_account.user_id', '=', 'known_device.user_id'),
    )
    .select('known_device.hash')
    .where('known_device.tenant_id', '=', reader.tenantId)
    .where('known_device.hash', '=', hash)
    .where('user_account.email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

export const removeKnownDevicesBefore = (tx: PlatformTx, createdBefore: number, most: number): Promise<number> =>
  removeSome(
    tx,
    { from: 'known_device', key: ['tenant_id', 'user_id', 'hash'], by: 'created_at', before: createdBefore },
    most,
  )

/** Removes ended sessions except each user's latest, which tells administrators when the user was last seen. */
export const removeSessionsBefore = (tx: PlatformTx, createdBefore: number, most: number): Promise<number> =>
  removeSome(
    tx,
    {
      from: 'user_session',
      key: ['tenant_id', 'hash'],
      by: 'created_at',
      before: createdBefore,
      where: sql`(user_session.stage <> 'signed-in' or exists (select 1 from user_session as later
        where later.tenant_id = user_session.tenant_id and later.user_id = user_session.user_id
          and later.stage = 'signed-in' and later.last_seen_at > user_session.last_seen_at))`,
    },
    most,
  )
