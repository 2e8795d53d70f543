/**
 * How many imports and undos an operator may send: each takes as many writes as it has lines (threats row 97). The
 * count is in the store, so that all processes share it.
 */
import { MAX_IMPORTS_PER_HOUR } from '../../../domain/limits.ts'
import { type IdempotencyKey, isRepeatedRequest } from '../../../storage/idempotency.ts'
import { spendOrRefuse } from '../../identity/allowance.ts'
import { brakeSender } from '../../request-brake.ts'
import type { WorldAt } from '../../world.ts'

const HOUR_SECONDS = 3600

/**
 * Counts this import or undo, in a transaction of its own: a dry run leaves nothing else behind. Refuses with when to
 * try again. A repetition under its key is not counted: it writes nothing, and its answer may have been lost.
 */
export const spendImport = async (at: WorldAt, userId: string, key: IdempotencyKey | null): Promise<void> => {
  brakeSender(at, `imports of ${userId}`, 'Too many imports: wait, then try again')
  const times = MAX_IMPORTS_PER_HOUR
  const allowance = { subject: `imports of ${at.tenantId}`, times, seconds: HOUR_SECONDS }
  await at.write(async (tx) => {
    if (key !== null && (await isRepeatedRequest(tx, key))) return
    await spendOrRefuse(
      tx,
      allowance,
      `At most ${times} imports an hour, dry runs, parts of long files and undos included`,
    )
  })
}
