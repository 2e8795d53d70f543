/** An operator's people, per tenant. */
import type { TenantReader, TenantTx } from './storage.ts'

export interface UserRow {
  tenant_id: string
  user_id: string
  email: string
  name: string
  surname: string
  /** Space-delimited; `ADMIN` among them is what may grant consent. */
  role_list: string
  password_hash: string | null
  totp_secret: string | null
  totp_confirmed_at: number | null
  totp_last_step: number | null
  created_at: number
  removed_at: number | null
}

declare module './tables.ts' {
  interface Tables {
    user_account: UserRow
  }
}

export const isAdmin = (user: Pick<UserRow, 'role_list'>): boolean => user.role_list.split(' ').includes('ADMIN')

/** False where the e-mail address is taken. */
export const insertUser = async (
  tx: TenantTx,
  user: Pick<UserRow, 'user_id' | 'email' | 'name' | 'surname' | 'role_list' | 'password_hash'>,
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('user_account')
    .values({
      ...user,
      tenant_id: tx.tenantId,
      totp_secret: null,
      totp_confirmed_at: null,
      totp_last_step: null,
      created_at: await tx.now(),
      removed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email']).where('removed_at', 'is', null).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const userByEmail = (reader: TenantReader, email: string): Promise<UserRow | undefined> =>
  reader.db
    .selectFrom('user_account')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
