/** Gives people of a deleted operator back what the deletion took from their rows. */
import type { TenantTx } from '../../handles.ts'
import type { CarriedRow } from './carried-rows.ts'

const text = (value: CarriedRow[string] | undefined): string => (typeof value === 'string' ? value : '')

/** Whoever was removed before the operator was deleted stays removed; a suspension stays too. */
export const reviveUser = async (tx: TenantTx, row: CarriedRow, operatorDeletedAt: number): Promise<void> => {
  await tx.db
    .updateTable('user_account')
    .set({
      email: text(row.email),
      name: text(row.name),
      surname: text(row.surname),
      password_hash: typeof row.password_hash === 'string' ? row.password_hash : null,
      removed_at: typeof row.removed_at === 'number' ? row.removed_at : null,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', text(row.user_id))
    .where('removed_at', '>=', operatorDeletedAt)
    .execute()
}
