/** Members of staff have roles: those who were there before could do everything, and still can. */
import { SUPPORT_REALM_ID } from '../../domain/identity/realm.ts'
import type { Migration } from './migration.ts'
import { run } from './schema.ts'

export const migration: Migration = {
  name: '0136-staff-roles',
  up: (db) =>
    run(
      db,
      `update user_account set role_list = 'ADMINISTRATOR' where tenant_id = '${SUPPORT_REALM_ID}' and role_list = ''`,
    ),
}
