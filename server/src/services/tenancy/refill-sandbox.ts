/**
 * Replaces the data of a sandbox with fresh ones, part by part: users, keys and connections stay. Some thousand rows
 * take half a second to be written, and on the embedded store nobody else writes within a transaction (ADR 218).
 */
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { clearOperatorData } from '../../storage/operations/operator-data.ts'
import type { Storage } from '../../storage/storage.ts'
import { resetTestClock } from './test-clock.ts'

/** A part of the data, written in some milliseconds. */
export type SandboxPart = (tx: TenantTx) => Promise<void>

const TRANSACTION_MS = 30

export interface Refill {
  readonly tenantId: string
  /** Written in their order. */
  readonly parts: readonly SandboxPart[]
  /** Read in each transaction; false ends it there. */
  readonly mayGoOn?: (tx: PlatformTx) => Promise<boolean>
  /** How long one transaction goes on with the next part. */
  readonly transactionMs?: number
}

/** False where it ended before the last part. */
export const refillSandbox = async (
  storage: Storage,
  { tenantId, parts, mayGoOn = async () => true, transactionMs = TRANSACTION_MS }: Refill,
): Promise<boolean> => {
  const isCleared = await storage.writePlatform(async (tx) => {
    if (!(await mayGoOn(tx))) return false
    await clearOperatorData(await resetTestClock(tx, tenantId))
    return true
  })
  if (!isCleared) return false
  for (let written = 0; written < parts.length; ) {
    const from = written
    const upTo = await storage.writePlatform(async (tx) => {
      if (!(await mayGoOn(tx))) return null
      const until = performance.now() + transactionMs
      const tenant = tx.inTenant(tenantId, 'world')
      let next = from
      do await parts[next++]?.(tenant)
      while (next < parts.length && performance.now() < until)
      return next
    })
    if (upTo === null) return false
    written = upTo
  }
  return true
}
