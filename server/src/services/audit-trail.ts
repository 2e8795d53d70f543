/**
 * The audit trail: who did what, and from where. An entry is written in the transaction of its change, so that neither
 * exists without the other.
 */
import { insertAuditEntry, insertPlatformAuditEntry } from '../storage/audit.ts'
import type { PlatformTx, TenantTx } from '../storage/handles.ts'
import type { IdempotencyKey } from '../storage/idempotency.ts'
import { newId, type World } from './world.ts'

export interface Actor {
  readonly kind: 'user' | 'staff' | 'provider' | 'host' | 'application' | 'system'
  readonly id: string | null
  readonly address: string | null
  readonly requestId: string | null
  /** Identifies one intended change over repeated requests (`change-once`). */
  readonly intent?: IdempotencyKey | null
}

/** The engineer who hosts the service, at its command line. */
export const HOST: Actor = { kind: 'host', id: null, address: null, requestId: null }

export interface Subject {
  readonly kind: string
  readonly id: string
}

export const recordAudit = (
  world: World,
  tx: TenantTx | PlatformTx,
  actor: Actor,
  action: string,
  subject: Subject,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const entry = {
    auditEntryId: newId(world, 'aud'),
    actorKind: actor.kind,
    actorId: actor.id,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    address: actor.address,
    requestId: actor.requestId,
    detail,
  }
  return tx.reach === 'tenant' ? insertAuditEntry(tx, entry) : insertPlatformAuditEntry(tx, entry)
}
