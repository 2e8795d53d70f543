/** Messages about records, and how far each reader has read (data §9.9). */
import type { Migration } from './migration.ts'
import { run, tenantTable } from './schema.ts'

export const migration: Migration = {
  name: '0325-conversations',
  up: async (db, kind) => {
    await tenantTable(db, kind, 'conversation_message', {
      key: 'entity_id, position',
      body: `entity text not null,
        entity_id text not null,
        position integer not null,
        message_id text not null,
        side text not null,
        writer text not null,
        author text,
        text text not null,
        at integer not null`,
    })
    await run(
      db,
      'create unique index conversation_message_by_id on conversation_message (tenant_id, entity_id, message_id)',
    )
    await run(db, 'create index conversation_message_by_writer on conversation_message (tenant_id, writer, at)')
    await tenantTable(db, kind, 'conversation_read', {
      key: 'entity_id, reader',
      body: `entity_id text not null,
        reader text not null,
        side text not null,
        is_person integer not null,
        position integer not null,
        read_at integer not null`,
    })
  },
}
