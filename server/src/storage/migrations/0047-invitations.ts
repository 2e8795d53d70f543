/** One open invitation per user, none for a user with a password; when e-mails that anybody can trigger were sent. */
import type { Migration } from './migration.ts'
import { platformTable, run } from './schema.ts'

export const migration: Migration = {
  name: '0047-invitations',
  up: async (db, kind) => {
    await run(
      db,
      `delete from user_invitation where used_at is null and exists (
         select 1 from user_account
         where user_account.tenant_id = user_invitation.tenant_id
           and user_account.user_id = user_invitation.user_id
           and user_account.password_hash is not null)`,
    )
    await run(
      db,
      `delete from user_invitation where used_at is null and exists (
         select 1 from user_invitation as later
         where later.tenant_id = user_invitation.tenant_id and later.user_id = user_invitation.user_id
           and later.used_at is null
           and (later.created_at > user_invitation.created_at
             or (later.created_at = user_invitation.created_at and later.invitation_id > user_invitation.invitation_id)))`,
    )
    await run(
      db,
      'create unique index user_invitation_open on user_invitation (tenant_id, user_id) where used_at is null',
    )
    await platformTable(
      db,
      kind,
      'allowance',
      'subject text primary key, times text not null, last_at integer not null',
    )
    await run(db, 'create index allowance_age on allowance (last_at)')
  },
}
