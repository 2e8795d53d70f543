/**
 * Things that may be done only so often in a while, exactly and across processes: e-mails that a stranger can cause.
 * The times of the last few are kept, so that the window slides and a refusal can say when it ends.
 */
import { addSeconds } from '../../domain/clock.ts'
import { secretHash } from '../../domain/secret.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { lockAllowance, writeAllowance } from '../../storage/identity/allowances.ts'

export interface Allowance {
  /** What is counted, and by what: "reset alpine 192.0.2.1". It is stored as a hash. */
  readonly subject: string
  readonly times: number
  readonly seconds: number
}

/** The longest window of any allowance: older times are of no use. */
export const LONGEST_ALLOWANCE_SECONDS = 24 * 3600

/** Null where it may be done, which is then counted; else when it may be done again. A rollback takes the count back. */
export const spendAllowance = async (
  tx: TenantTx | PlatformTx,
  { subject, times, seconds }: Allowance,
): Promise<number | null> => {
  const hashed = secretHash(subject)
  const all = await lockAllowance(tx, hashed)
  const now = await tx.now()
  const recent = all.filter((time) => addSeconds(time, seconds) > now)
  const [oldest] = recent
  if (oldest !== undefined && recent.length >= times) return addSeconds(oldest, seconds)
  await writeAllowance(tx, hashed, [...recent, now])
  return null
}
