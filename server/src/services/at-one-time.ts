/**
 * A transaction whose clock stands still from the first look at it. What one change makes has one time then, and the store
 * is asked for it once: a new flight asked nine times. For what has locked the rows that it begins with.
 */
import type { TenantTx } from '../storage/handles.ts'

export const atOneTime = <T extends TenantTx>(tx: T): T => {
  let now: Promise<number> | null = null
  return {
    ...tx,
    now: () => {
      now ??= tx.now()
      return now
    },
  }
}
