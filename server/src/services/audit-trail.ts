/**
 * The audit trail: who did what, and from where. An entry is written in the transaction of its change, so that neither
 * exists without the other.
 */
import { insertAuditEntry, insertPlatformAuditEntry } from '../storage/audit.ts'
import type { PlatformTx, TenantTx } from '../storage/handles.ts'
import { newId, type Randomness } from './world.ts'

export interface Actor {
  readonly kind: 'user' | 'staff' | 'provider' | 'host' | 'application' | 'api-key' | 'system'
  readonly id: string | null
  readonly address: string | null
  readonly requestId: string | null
}

/** The engineer who hosts the service, at its command line. */
export const HOST: Actor = { kind: 'host', id: null, address: null, requestId: null }

export interface Subject {
  readonly kind: string
  readonly id: string
}

export interface AuditEvent {
  readonly action: string
  readonly subject: Subject
  readonly detail?: Readonly<Record<string, unknown>>
}

export const recordAudit = (
  world: Randomness,
  tx: TenantTx | PlatformTx,
  actor: Actor,
  { action, subject, detail = {} }: AuditEvent,
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
