/**
 * Who chose a webhook's address, who knows its secret and who made a client secret: what is named when they leave
 * (ADR 257). Of a webhook null stands for who made it; client secrets of before are read from the log.
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

const MAKER = `select e.actor_id from platform_audit_entry e
  where e.action = 'application.secret-added' and e.actor_kind = 'provider' and e.subject_id = application_secret.client_id
    and e.detail = '{"lastFour":"' || application_secret.last_four || '"}'
  order by e.at desc limit 1`

export const migration: Migration = {
  name: '0360-who-made-secrets',
  up: async (db) => {
    await run(db, 'alter table application_webhook add column url_by text')
    await run(db, 'alter table application_webhook add column secret_by text')
    await run(db, 'alter table application_secret add column made_by text')
    await run(db, `update application_secret set made_by = (${MAKER})`)
  },
}
