/** Sessions of users, and the browsers they have signed in with before. */

import type { SignInMeans } from '../../domain/identity/sign-in-means.ts'
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

export const insertSession = async (
  tx: TenantTx,
  session: Omit<SessionRow, 'tenant_id' | 'ended_at' | 'exports_until' | 'means'> & Partial<Pick<SessionRow, 'means'>>,
): Promise<void> => {
  await tx.db
    .insertInto('user_session')
    .values({
      means: null,
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

export interface SessionWithUser {
  readonly session: SessionRow
  readonly user: UserRow
}

/** The session of a cookie and its user; undefined if either is gone. */
export const findSession = async (reader: TenantReader, hash: string): Promise<SessionWithUser | undefined> => {
  const session = await reader.db
    .selectFrom('user_session')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('hash', '=', hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!session) return undefined
  const user = await reader.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', session.user_id)
    .where('removed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return user && { session: toldTimes(reader, session), user }
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
  return ended !== undefined
}

/** Ends sessions of a user: one by its id, or all except the one to keep. */
export const endSessionsOf = async (
  tx: TenantTx,
  userId: string,
  which: { readonly sessionId?: string; readonly exceptHash?: string },
  at: number,
): Promise<number> => {
  const { sessionId, exceptHash } = which
  const ended = await tx.db
    .updateTable('user_session')
    .set({ ended_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId ?? ''))
    .$if(exceptHash !== undefined, (query) => query.where('hash', '!=', exceptHash ?? ''))
    .returning('hash')
    .execute()
  return ended.length
}

/** Adds or refreshes a known browser; what counts is when the user last signed in with it. */
export const insertKnownDevice = async (tx: TenantTx, userId: string, hash: string, at: number): Promise<void> => {
  await tx.db
    .insertInto('known_device')
    .values({ tenant_id: tx.tenantId, user_id: userId, hash, created_at: at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'hash']).doUpdateSet({ created_at: at }))
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

export const removeKnownDevicesBefore = async (tx: PlatformTx, createdBefore: number): Promise<void> => {
  await tx.db.deleteFrom('known_device').where('created_at', '<', createdBefore).execute()
}

/** Removes ended sessions except each user's latest, which tells administrators when the user was last seen. */
export const removeSessionsBefore = async (tx: PlatformTx, createdBefore: number): Promise<void> => {
  await tx.db
    .deleteFrom('user_session')
    .where('created_at', '<', createdBefore)
    .where((eb) =>
      eb.or([
        eb('stage', '!=', 'signed-in'),
        eb.exists(
          eb
            .selectFrom('user_session as later')
            .select('later.hash')
            .whereRef('later.tenant_id', '=', 'user_session.tenant_id')
            .whereRef('later.user_id', '=', 'user_session.user_id')
            .where('later.stage', '=', 'signed-in')
            .whereRef('later.last_seen_at', '>', 'user_session.last_seen_at'),
        ),
      ]),
    )
    .execute()
}
