/**
 * Names that are unique among a tenant's records of a kind, such as registrations and crew codes. Of two transactions
 * that give out such a name the second waits here, so that it finds what the first gave out. SQLite has one writer.
 */
import { sql } from 'kysely'
import type { TenantTx } from '../handles.ts'

const lockText = async (tx: TenantTx, text: string): Promise<void> => {
  if (tx.kind !== 'postgres') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} ${text}`}, 0))`.execute(tx.db)
}

/** A transaction that also locks rows of the kind takes this lock first. */
export const lockNames = async (tx: TenantTx, kind: 'aircraft' | 'crew_member'): Promise<void> => {
  await lockText(tx, kind)
}

/** What one of them has of something is counted under this lock, so that two at once do not both find room. */
export const lockCount = (
  tx: TenantTx,
  what: 'empty_leg' | 'charter_request' | 'message' | 'safety_code' | 'external_id_system',
  whose: string,
): Promise<void> => lockText(tx, `${what} of ${whose}`)
