/**
 * Suspends and resumes an operator. This is the one use case of it: the support console (services/support/operators)
 * and the host's command line (commands/incidents/operators) both call it, each in a transaction of its own.
 */
import { Failure } from '../../domain/failure.ts'
import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { setOperatorOpen } from '../../storage/support/operators.ts'
import { isOperator } from '../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import type { Randomness } from '../world.ts'

export interface Suspension {
  readonly operatorId: string
  readonly isSuspended: boolean
  /** Checked by the caller. */
  readonly reason: string
  /** The member of staff who asked for it, where another one agreed. */
  readonly askedBy?: string
}

export const requireOperator = async (tx: PlatformTx, operatorId: string): Promise<void> => {
  const isRealm = operatorId === DEVELOPERS || operatorId === SUPPORT
  if (!isRealm && (await isOperator(tx, operatorId))) return
  throw new Failure('not_found', 'There is no such operator', { details: { field: 'operatorId' } })
}

/**
 * Suspending closes both addresses: sessions, keys and applications are refused there within a second. Nothing is lost,
 * and resuming opens them again. False where it was so before; then nothing is logged.
 */
export const setOperatorSuspendedWithin = async (
  world: Randomness,
  tx: PlatformTx,
  { operatorId, isSuspended, reason, askedBy }: Suspension,
  actor: Actor,
): Promise<boolean> => {
  await requireOperator(tx, operatorId)
  const changed = await setOperatorOpen(tx, operatorId, isSuspended ? await tx.now() : null)
  if (changed.length === 0) return false
  const action = isSuspended ? 'operator.suspended' : 'operator.resumed'
  const event = {
    action,
    subject: { kind: 'operator', id: operatorId },
    detail: { reason, ...(askedBy === undefined ? {} : { askedBy }) },
  }
  for (const tenantId of changed) await recordAudit(world, tx.inTenant(tenantId), actor, event)
  await recordAudit(world, tx, actor, event)
  return true
}
