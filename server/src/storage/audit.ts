/** The audit log: one entry for each consent, key, promotion, revocation and role change; entries are final (threats row 63). */

import { type Fragment, fragment } from './engines/fragment.ts'
import type { Tables } from './engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from './handles.ts'
import { type LogPart, searchLog } from './log-search.ts'
import { hasOne } from './record-kind.ts'

export interface AuditDraft {
  readonly auditEntryId: string
  readonly actorKind: 'user' | 'staff' | 'provider' | 'host' | 'application' | 'api-key' | 'system'
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
    .values({ ...rowOf(entry, await tx.realNow()), tenant_id: tx.tenantId })
    .execute()
}

export const insertPlatformAuditEntry = async (tx: PlatformTx, entry: AuditDraft): Promise<void> => {
  await tx.db
    .insertInto('platform_audit_entry')
    .values(rowOf(entry, await tx.now()))
    .execute()
}

const AUDIT_LOG = { table: 'audit_entry', id: 'audit_entry_id' } as const

export interface AuditSearch extends LogPart {
  readonly actorId: string | null
  readonly actorKind: string | null
  readonly action: string | null
  readonly subjectId: string | null
  /** Found in action, address, request id, detail, and in the names of who did it and of what it is about. */
  readonly text: string | null
}

/** A text in any of the columns, whatever its case. */
const contains = (columns: readonly string[], text: string): Fragment =>
  fragment.join(
    columns.map((column) => fragment`lower(${fragment.raw(column)}) like ${`%${text}%`} escape '!'`),
    ' or ',
  )

/** Entries hold ids: whether the name of one contains the text is looked up for each. */
const isNamed = (id: Fragment, tenantId: string, text: string): Fragment =>
  fragment.join(
    [
      hasOne(fragment`user_account where tenant_id = ${tenantId} and user_id = ${id}
        and (${contains(["name || ' ' || surname", 'email'], text)})`),
      hasOne(fragment`api_key where tenant_id = ${tenantId} and api_key_id = ${id} and (${contains(['label'], text)})`),
      hasOne(fragment`application where client_id = ${id} and ${contains(['name'], text)}`),
    ],
    ' or ',
  )

const mentions = (tenantId: string, asked: string): Fragment => {
  const text = asked.toLowerCase().replaceAll(/[!%_]/g, '!$&')
  const own = contains(['action', 'address', 'request_id', 'detail', 'actor_kind'], text)
  const named = ['audit_entry.actor_id', 'audit_entry.subject_id'].map((column) =>
    isNamed(fragment.raw(column), tenantId, text),
  )
  return fragment`(${own} or ${fragment.join(named, ' or ')})`
}

/** Newest first. */
export const searchAudit = (
  reader: TenantReader,
  { actorId, actorKind, action, subjectId, text, ...part }: AuditSearch,
  most: number,
): Promise<Tables['audit_entry'][]> => {
  const equal = { actor_id: actorId, actor_kind: actorKind, action, subject_id: subjectId }
  const also = text === null ? [] : [mentions(reader.tenantId, text)]
  return searchLog(reader, AUDIT_LOG, { equal, also, ...part }, most)
}

/** By a person: what the server did by itself is told each time. */
export const wasAuditedSince = async (
  tx: TenantReader,
  { action, subjectId }: { readonly action: string; readonly subjectId: string },
  since: number,
): Promise<boolean> => {
  const found = await tx.db
    .selectFrom('audit_entry')
    .select('audit_entry_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('at', '>', since)
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .where('actor_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const auditEntries = (reader: TenantReader, most: number): Promise<Tables['audit_entry'][]> =>
  searchLog(reader, AUDIT_LOG, { equal: {}, from: null, to: null, before: null }, most)

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
