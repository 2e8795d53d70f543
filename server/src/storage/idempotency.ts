/**
 * The recorded outcome of a mutation per idempotency key, kept for 24 hours by tenant and principal (data §5.6). The
 * key's row is claimed first: of two requests with the same key, the second waits for the lock and finds the outcome. A
 * mutation that fails rolls its claim back with its transaction.
 */

import { addSeconds } from '../domain/clock.ts'
import { endOfDay } from '../domain/interval.ts'
import { IDEMPOTENCY_TTL_SECONDS } from '../domain/limits.ts'
import { userError } from '../domain/user-error.ts'
import { removeSome } from './bounded-removal.ts'
import type { PlatformTx, TenantTx } from './handles.ts'

declare module './engines/tables.ts' {
  interface Tables {
    idempotency: {
      tenant_id: string
      principal: string
      key: string
      arguments_hash: string
      outcome: string
      created_at: number
    }
  }
}

export interface IdempotencyKey {
  readonly principal: string
  readonly key: string
  readonly argumentsHash: string
  /** Principal, key and arguments are keyed hashes, and the time is told by the day alone. */
  readonly isSecret?: true
}

/** Null if the key was new and is now claimed, otherwise the outcome recorded under it. */
export const claimIdempotencyKey = async (
  tx: TenantTx,
  claim: IdempotencyKey,
): Promise<{ argumentsHash: string; outcome: string } | null> => {
  const now = await tx.now()
  const createdAt = claim.isSecret ? endOfDay(now) : now
  const claimed = await tx.db
    .insertInto('idempotency')
    .values({
      tenant_id: tx.tenantId,
      principal: claim.principal,
      key: claim.key,
      arguments_hash: claim.argumentsHash,
      outcome: '',
      created_at: createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'principal', 'key'])
        .doUpdateSet({ arguments_hash: claim.argumentsHash, outcome: '', created_at: createdAt })
        .where('idempotency.created_at', '<=', addSeconds(now, -IDEMPOTENCY_TTL_SECONDS)),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const row = await keyRow(tx, claim).select(['arguments_hash', 'outcome']).executeTakeFirstOrThrow()
  return { argumentsHash: row.arguments_hash, outcome: row.outcome }
}

const keyRow = (tx: TenantTx, claim: IdempotencyKey) =>
  tx.db
    .selectFrom('idempotency')
    .where('tenant_id', '=', tx.tenantId)
    .where('principal', '=', claim.principal)
    .where('key', '=', claim.key)

export const recordOutcome = async (tx: TenantTx, claim: IdempotencyKey, outcome: string): Promise<void> => {
  await tx.db
    .updateTable('idempotency')
    .set({ outcome })
    .where('tenant_id', '=', tx.tenantId)
    .where('principal', '=', claim.principal)
    .where('key', '=', claim.key)
    .execute()
}

/** Whether this very request was carried out already, so that it is answered with the recorded outcome. */
export const isRepeatedRequest = async (tx: TenantTx, claim: IdempotencyKey): Promise<boolean> => {
  const row = await keyRow(tx, claim)
    .select('key')
    .where('arguments_hash', '=', claim.argumentsHash)
    .where('created_at', '>', addSeconds(await tx.now(), -IDEMPOTENCY_TTL_SECONDS))
    .executeTakeFirst()
  return row !== undefined
}

export interface Outcome<T> {
  readonly outcome: T
  /** True if an earlier request with the same key already did the job. */
  readonly isRepeated: boolean
}

/** Runs the job if the key is new; otherwise returns the recorded result. */
export const once = async <T>(tx: TenantTx, claim: IdempotencyKey, job: () => Promise<T>): Promise<Outcome<T>> => {
  const known = await claimIdempotencyKey(tx, claim)
  if (known === null) {
    const outcome = await job()
    await recordOutcome(tx, claim, JSON.stringify(outcome))
    return { outcome, isRepeated: false }
  }
  if (known.argumentsHash === claim.argumentsHash) return { outcome: JSON.parse(known.outcome) as T, isRepeated: true }
  throw userError('IDEMPOTENCY_MISMATCH', 'This idempotency key was used with other arguments', ['idempotencyKey'])
}

export const removeIdempotencyKeysBefore = (tx: PlatformTx | TenantTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'idempotency', key: ['tenant_id', 'principal', 'key'], by: 'created_at', before: time }, most)

/** Outcomes that speak of records which a restore took away. */
export const forgetIdempotencyKeys = async (tx: TenantTx): Promise<void> => {
  await tx.db.deleteFrom('idempotency').where('tenant_id', '=', tx.tenantId).execute()
}
