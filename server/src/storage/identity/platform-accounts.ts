/** Accounts that belong to no operator: members of application providers, and the service provider's staff. */

import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    platform_account: {
      account_id: string
      realm: PlatformRealm
      email: string
      name: string
      password_hash: string | null
      created_at: number
      removed_at: number | null
    }
  }
}

export type PlatformRealm = 'provider' | 'staff'
export type PlatformAccountRow = Tables['platform_account']

/** False if the e-mail address is taken in this realm. */
export const insertPlatformAccount = async (
  tx: PlatformTx,
  account: Omit<PlatformAccountRow, 'created_at' | 'removed_at'>,
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('platform_account')
    .values({ ...account, created_at: await tx.now(), removed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const platformAccountByEmail = (
  reader: PlatformReader,
  realm: PlatformRealm,
  email: string,
): Promise<PlatformAccountRow | undefined> =>
  reader.db
    .selectFrom('platform_account')
    .selectAll()
    .where('realm', '=', realm)
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
