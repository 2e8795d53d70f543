/**
 * Answers the requests for access that nobody can answer any more: their application was deleted, or their asker
 * removed, before both did so themselves (access-model §4).
 */
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0113-answered-requests',
  up: async (db, kind) => {
    const now = kind === 'postgres' ? '(extract(epoch from now()) * 1000)::bigint' : 'unixepoch() * 1000'
    const answer = (reason: string) =>
      `update access_request set answer = 'refused', answered_at = ${now}, reason = '${reason}'
       where answered_at is null`
    await run(
      db,
      `${answer('It is no longer offered here: whoever runs this service deleted it')}
       and client_id in (select client_id from application where deleted_at is not null)`,
    )
    await run(
      db,
      `${answer('Whoever asked was removed')} and (tenant_id, user_id) in (
         select tenant_id, user_id from user_account where removed_at is not null)`,
    )
  },
}
