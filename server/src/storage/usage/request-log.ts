/**
 * The requests of applications and keys, one row each, for as long as the host keeps them: who
 * asked, for what, how it ended, what it cost.
 * The text of an operation is kept once, with its literals hidden. Written in batches; read by the console.
 */

import { sql } from 'kysely'
import { removeSome } from '../bounded-removal.ts'
import { prepared } from '../engines/prepared.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import { type LogPart, searchLog } from '../log-search.ts'
import { insertRows, insertRowsOfTenants, type RowsInsert } from './insert-rows.ts'
import type { Outcome } from './usage.ts'

export interface RequestRow {
  readonly actor: string
  readonly at: number
  readonly request_id: string
  readonly operation: string | null
  readonly outcome: Outcome
  readonly code: string | null
  readonly took_ms: number
  /** Null in what was written before the log had it, and where the request came to no cost. */
  readonly cost: number | null
  /** What the operation needed, with spaces between. */
  readonly scopes: string | null
  readonly address: string | null
  readonly agent: string | null
  readonly document_id: string | null
  /** Of the first error: field names, list positions and input names, with dots between. */
  readonly path: string | null
  /** Why it was refused, without values; null where its code says everything. */
  readonly reason: string | null
}

export interface DocumentRow {
  readonly document_id: string
  readonly text: string
  readonly seen_at: number
}

declare module '../engines/tables.ts' {
  interface Tables {
    usage_request: RequestRow & { tenant_id: string }
    usage_document: DocumentRow & { tenant_id: string }
  }
}

const REQUESTS: RowsInsert = {
  table: 'usage_request',
  columns: {
    actor: 'text',
    at: 'bigint',
    request_id: 'text',
    operation: 'text',
    outcome: 'text',
    code: 'text',
    took_ms: 'bigint',
    cost: 'bigint',
    scopes: 'text',
    address: 'text',
    agent: 'text',
    document_id: 'text',
    path: 'text',
    reason: 'text',
  },
  onConflict: sql`do nothing`,
}

export const addRequests: (tx: TenantTx, requests: readonly RequestRow[]) => Promise<void> = insertRows(REQUESTS)
export const addRequestsOfTenants = insertRowsOfTenants<RequestRow>(REQUESTS)

const DOCUMENTS: RowsInsert = {
  table: 'usage_document',
  columns: { document_id: 'text', text: 'text', seen_at: 'bigint' },
  onConflict: sql`(tenant_id, document_id) do update set seen_at =
    case when excluded.seen_at > usage_document.seen_at then excluded.seen_at else usage_document.seen_at end`,
}

export const noteDocuments: (tx: TenantTx, documents: readonly DocumentRow[]) => Promise<void> = insertRows(DOCUMENTS)
export const noteDocumentsOfTenants = insertRowsOfTenants<DocumentRow>(DOCUMENTS)

const dropEarlier = prepared<{ tenantId: string; actor: string; most: number }, unknown>((db, argument) => {
  const own = db
    .selectFrom('usage_request')
    .where('tenant_id', '=', argument('tenantId'))
    .where('actor', '=', argument('actor'))
  return db
    .deleteFrom('usage_request')
    .where('tenant_id', '=', argument('tenantId'))
    .where('actor', '=', argument('actor'))
    .where('at', '<', own.select('at').orderBy('at', 'desc').limit(1).offset(argument('most')))
})

/** Of one actor's requests only the latest stay. */
export const keepLatestRequests = async (tx: TenantTx, actor: string, most: number): Promise<void> => {
  await dropEarlier(tx, { tenantId: tx.tenantId, actor, most: most - 1 })
}

/** At most `most` of the oldest requests; returns how many. */
export const removeRequestsBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from usage_request where (tenant_id, request_id) in (
    select tenant_id, request_id from usage_request where at < ${time} order by at limit ${sql.lit(most)})`.execute(
    tx.db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Their texts, once nobody sends them any more. */
export const removeRequestTextsBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'usage_document', key: ['tenant_id', 'document_id'], by: 'seen_at', before: time }, most)

const REQUEST_LOG = { table: 'usage_request', id: 'request_id' } as const

export interface RequestSearch extends LogPart {
  readonly requestId: string | null
  readonly actor: string | null
  readonly outcome: Outcome | null
  readonly code: string | null
  readonly operation: string | null
}

/** Newest first. */
export const searchRequests = (
  reader: TenantReader,
  { requestId, actor, outcome, code, operation, ...part }: RequestSearch,
  most: number,
): Promise<RequestRow[]> =>
  searchLog(reader, REQUEST_LOG, { equal: { request_id: requestId, actor, outcome, code, operation }, ...part }, most)

export const latestRequests = (reader: TenantReader, actor: string, most: number): Promise<RequestRow[]> =>
  searchLog(reader, REQUEST_LOG, { equal: { actor }, from: null, to: null, before: null }, most)

export const documentText = async (reader: TenantReader, documentId: string): Promise<string | null> => {
  const row = await reader.db
    .selectFrom('usage_document')
    .select('text')
    .where('tenant_id', '=', reader.tenantId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row?.text ?? null
}
