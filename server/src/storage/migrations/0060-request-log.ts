/** The request log: what a request cost and needed, where it came from, and the text of its operation, kept once. */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0060-request-log',
  up: async (db, kind) => {
    const integer = kind === 'sqlite' ? 'integer' : 'bigint'
    for (const column of [`cost ${integer}`, 'scopes text', 'address text', 'agent text', 'document_id text']) {
      await run(db, `alter table usage_request add column ${column}`)
    }
    await run(db, 'create index usage_request_by_id on usage_request (tenant_id, request_id)')
    await run(db, 'create index usage_request_by_time on usage_request (tenant_id, at)')
    await run(db, 'create index usage_request_age on usage_request (at)')
    await tenantTable(db, kind, 'usage_document', {
      key: 'document_id',
      body: `document_id text not null,
       text text not null,
       seen_at integer not null`,
    })
    await run(db, 'create index usage_document_age on usage_document (seen_at)')
  },
}
