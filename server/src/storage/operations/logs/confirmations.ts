/** What people are asked to confirm on a page of ours, by whom, and what they said. */

import type { ConfirmationPurpose, KeptState } from '../../../domain/operations/logs/confirmation.ts'
import type { SignatureMethod } from '../../../domain/operations/logs/signature.ts'
import { removeSome } from '../../bounded-removal.ts'
import { isStillOpen } from '../../engines/engine.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'

export interface ConfirmationRow {
  readonly confirmation_id: string
  readonly purpose: ConfirmationPurpose
  /** A JSON list. */
  readonly subject_id_list: string
  /** What is agreed to beyond what the subjects say, as JSON. */
  readonly proposal: string | null
  readonly crew_member_id: string
  /** Who asked, and alone can use it. */
  readonly actor_key: string
  readonly application_name: string | null
  /** Under which an application asked; null for a key or a user. */
  readonly grant_id: string | null
  readonly device_id: string | null
  readonly state: KeptState
  /** What the person's page showed last, and its digest. */
  readonly shown: string | null
  readonly shown_digest: string | null
  /** Of what was confirmed. */
  readonly digest: string | null
  /** Who confirmed, and how they proved to be it. */
  readonly user_id: string | null
  readonly method: SignatureMethod | null
  readonly decided_at: number | null
  readonly created_at: number
  readonly expires_at: number
}

declare module '../../engines/tables.ts' {
  interface Tables {
    confirmation: ConfirmationRow & { tenant_id: string }
  }
}

export const insertConfirmation = async (tx: TenantTx, row: ConfirmationRow): Promise<void> => {
  await tx.db
    .insertInto('confirmation')
    .values({ ...row, tenant_id: tx.tenantId })
    .execute()
}

export const findConfirmation = (reader: TenantReader, confirmationId: string): Promise<ConfirmationRow | undefined> =>
  reader.db
    .selectFrom('confirmation')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('confirmation_id', '=', confirmationId)
    .executeTakeFirst()

/** Of several who decide on it or use it, one after the other. */
export const lockConfirmation = (tx: TenantTx, confirmationId: string): Promise<ConfirmationRow | undefined> =>
  tx.db
    .selectFrom('confirmation')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('confirmation_id', '=', confirmationId)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** The changes of a locked row; false where its time has run out meanwhile. */
export const changeConfirmation = async (
  tx: TenantTx,
  confirmationId: string,
  changes: Partial<Omit<ConfirmationRow, 'confirmation_id'>>,
): Promise<boolean> => {
  const changed = await tx.db
    .updateTable('confirmation')
    .set(changes)
    .where('tenant_id', '=', tx.tenantId)
    .where('confirmation_id', '=', confirmationId)
    .where(isStillOpen(tx))
    .returning('confirmation_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** What a crew member is asked and has not answered is over: they are somebody else now. */
export const endWaitingOf = async (tx: TenantTx, crewMemberId: string): Promise<void> => {
  await tx.db
    .updateTable('confirmation')
    .set({ expires_at: await tx.now() })
    .where('tenant_id', '=', tx.tenantId)
    .where('crew_member_id', '=', crewMemberId)
    .where('state', '=', 'PENDING')
    .where(isStillOpen(tx))
    .execute()
}

/** How many of one asker wait for an answer. */
export const waitingConfirmations = async (reader: TenantReader, actorKey: string, now: number): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    fragment`select count(*) as count from confirmation
      where tenant_id = ${reader.tenantId} and actor_key = ${actorKey} and state = 'PENDING' and expires_at > ${now}`,
  )
  return Number(row?.count ?? 0)
}

export const removeConfirmationsBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'confirmation', key: ['tenant_id', 'confirmation_id'], by: 'expires_at', before: time }, most)
