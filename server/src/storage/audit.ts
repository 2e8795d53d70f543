/** The audit log: one entry for each consent, key, promotion, revocation and role change; entries are final (threats row 63). */

import type { Tables } from './engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from './handles.ts'

export interface AuditDraft {
  readonly auditEntryId: string
  readonly actorKind: 'user' | 'staff' | 'provider' | 'host' | 'application' | 'system'
  readonly actorId: string | null
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  /** Address and id of the request; null for commands run on the host. */
  readonly address: string | null
  readonly requestId: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

interface AuditRow {
  audit_entry_id: string
  at: number
  actor_kind: string
  actor_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  address: string | null
  request_id: string | null
  detail: string
}

declare module './engines/tables.ts' {
  interface Tables {
    audit_entry: AuditRow & { tenant_id: string }
    platform_audit_entry: AuditRow
  }
}

const rowOf = (entry: AuditDraft, at: number): AuditRow => ({
  audit_entry_id: entry.auditEntryId,
  at,
  actor_kind: entry.actorKind,
  actor_id: entry.actorId,
  action: entry.action,
  subject_kind: entry.subjectKind,
  subject_id: entry.subjectId,
  address: entry.address,
  request_id: entry.requestId,
  detail: JSON.stringify(entry.detail),
})

export const insertAuditEntry = async (tx: TenantTx, entry: AuditDraft): Promise<void> => {
  await tx.db
    .insertInto('audit_entry')
    .values({ ...rowOf(entry, await tx.now()), tenant_id: tx.tenantId })
    .execute()
}

export const insertPlatformAuditEntry = async (tx: PlatformTx, entry: AuditDraft): Promise<void> => {
  await tx.db
    .insertInto('platform_audit_entry')
    .values(rowOf(entry, await tx.now()))
    .execute()
}

export const auditEntries = (reader: TenantReader, most: number): Promise<Tables['audit_entry'][]> =>
  reader.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .orderBy('at', 'desc')
    .orderBy('audit_entry_id', 'desc')
    .limit(most)
    .execute()

export interface AuditSearch {
  readonly actorId: string | null
  readonly actorKind: string | null
  readonly action: string | null
  readonly subjectId: string | null
  readonly from: number | null
  /** Exclusive. */
  readonly to: number | null
  readonly before: { readonly at: number; readonly auditEntryId: string } | null
}

/** Newest first. */
export const searchAudit = (
  reader: TenantReader,
  search: AuditSearch,
  most: number,
): Promise<Tables['audit_entry'][]> => {
  const { actorId, actorKind, action, subjectId, from, to, before } = search
  return reader.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .$if(actorId !== null, (query) => query.where('actor_id', '=', actorId))
    .$if(actorKind !== null, (query) => query.where('actor_kind', '=', actorKind ?? ''))
    .$if(action !== null, (query) => query.where('action', '=', action ?? ''))
    .$if(subjectId !== null, (query) => query.where('subject_id', '=', subjectId ?? ''))
    .$if(from !== null, (query) => query.where('at', '>=', from ?? 0))
    .$if(to !== null, (query) => query.where('at', '<', to ?? 0))
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('at', '<', before?.at ?? 0),
          eb.and([eb('at', '=', before?.at ?? 0), eb('audit_entry_id', '<', before?.auditEntryId ?? '')]),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_entry_id', 'desc')
    .limit(most)
    .execute()
}

export const auditActions = async (reader: TenantReader): Promise<string[]> => {
  const rows = await reader.db
    .selectFrom('audit_entry')
    .select('action')
    .distinct()
    .where('tenant_id', '=', reader.tenantId)
    .orderBy('action')
    .execute()
  return rows.map(({ action }) => action)
}
