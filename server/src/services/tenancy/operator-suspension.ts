/**
 * Suspends and resumes an operator. This is the one use case of it: the support console (services/support/operators)
 * and the host's command line (commands/incidents/operators) both call it, each in a transaction of its own.
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import { NOTICE_SECONDS } from '../../domain/limits.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import { searchAudit } from '../../storage/audit.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { endEverySession } from '../../storage/identity/sessions.ts'
import { administrators, canSignIn } from '../../storage/identity/users.ts'
import { insertMessage, type OutboxMessage } from '../../storage/outbox.ts'
import { setOperatorOpen } from '../../storage/support/operators.ts'
import { isOperator, tenantsOf } from '../../storage/tenancy/tenants.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { newId, type Randomness, type WorldAt } from '../world.ts'

export interface Suspension {
  readonly operatorId: string
  readonly isSuspended: boolean
  /** Checked by the caller. */
  readonly reason: string
  /** False where whoever it concerns was told otherwise. */
  readonly isMailed?: boolean
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
 * and resuming opens them again, for people who sign in anew: a session of before may be why it was suspended (threats
 * row 632). Sessions end then, when no request of theirs holds one, and not with the suspension. False where it was so
 * before; then nothing is logged.
 */
export const setOperatorSuspendedWithin = async (
  world: Randomness,
  tx: PlatformTx,
  { operatorId, isSuspended, reason, askedBy, isMailed = true }: Suspension,
  actor: Actor,
): Promise<boolean> => {
  await requireOperator(tx, operatorId)
  const changed = await setOperatorOpen(tx, operatorId, isSuspended ? await tx.now() : null)
  if (changed.length === 0) return false
  if (!isSuspended) {
    for (const tenantId of changed) await endEverySession(tx.inTenant(tenantId), await tx.now())
  }
  const action = isSuspended ? 'operator.suspended' : 'operator.resumed'
  const event = {
    action,
    subject: { kind: 'operator', id: operatorId },
    detail: { reason, ...(askedBy === undefined ? {} : { askedBy }) },
  }
  for (const tenantId of changed) await recordAudit(world, tx.inTenant(tenantId), actor, event)
  await recordAudit(world, tx, actor, event)
  if (isMailed) await mailAdministrators(world, tx, { operatorId, isSuspended, reason }, changed)
  return true
}

const mailTo = ({ isSuspended, reason }: Suspension, name: string): Pick<OutboxMessage, 'subject' | 'body'> => ({
  subject: `${name} is ${isSuspended ? 'suspended' : 'open again'}`,
  body: [
    isSuspended
      ? `${name} was suspended: nobody can work at its addresses, and no application or key gets an answer there.`
      : `${name} is open again: applications and keys work as before, and people sign in anew.`,
    '',
    `The reason: ${reason}`,
    '',
    'Nothing is lost. You can answer to support.',
    '',
  ].join('\n'),
})

/** Who is administrator in both environments gets one mail. */
const mailAdministrators = async (
  world: Randomness,
  tx: PlatformTx,
  suspension: Suspension,
  tenantIds: readonly string[],
): Promise<void> => {
  const createdAt = await tx.now()
  const told = new Set<string>()
  for (const { tenantId, name } of await tenantsOf(tx, suspension.operatorId)) {
    if (!tenantIds.includes(tenantId)) continue
    const there = tx.inTenant(tenantId)
    for (const { email } of (await administrators(there)).filter(canSignIn)) {
      if (told.has(email)) continue
      told.add(email)
      const message = { message_id: newId(world, 'msg'), recipient: email, ...mailTo(suspension, nameInMail(name)) }
      await insertMessage(there, {
        ...message,
        created_at: createdAt,
        expires_at: addSeconds(createdAt, NOTICE_SECONDS),
      })
    }
  }
}

/** The latest one's, out of the operator's own audit log. */
export const suspensionReason = async (at: WorldAt): Promise<string | null> => {
  const latest = { actorId: null, actorKind: null, action: 'operator.suspended', subjectId: null, text: null }
  const [entry] = await searchAudit(at.read, { ...latest, from: null, to: null, before: null }, 1)
  const { reason } = JSON.parse(entry?.detail ?? '{}') as { readonly reason?: string }
  return reason ?? null
}
