/** Passkeys of users: the public half of a key that never leaves its authenticator. */

import type { Tables } from '../engines/tables.ts'
import type { TenantReader, TenantTx } from '../handles.ts'
import { countByUser } from './user-counts.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    passkey: {
      tenant_id: string
      passkey_id: string
      user_id: string
      /** The authenticator's id for the key, in base64url. */
      credential_id: string
      /** COSE, as received from the authenticator. */
      public_key: Uint8Array
      /** The authenticator's signature counter; always 0 for authenticators without one. */
      sign_count: number
      /** Space-delimited: how a browser reaches the authenticator. */
      transports: string
      /** 1 if the key is stored in more than one place, such as a password manager's cloud. */
      backed_up: number
      name: string
      created_at: number
      last_used_at: number | null
    }
  }
}

export type PasskeyRow = Tables['passkey']

export const passkeysOf = (reader: TenantReader, userId: string): Promise<PasskeyRow[]> =>
  reader.db
    .selectFrom('passkey')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('passkey_id')
    .execute()

/** The number of passkeys per user; users without any are left out. */
export const passkeyCounts = (reader: TenantReader, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  countByUser(reader, 'passkey', userIds)

export const passkeyByCredential = (reader: TenantReader, credentialId: string): Promise<PasskeyRow | undefined> =>
  reader.db
    .selectFrom('passkey')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

/** False if the credential is registered already. */
export const insertPasskey = async (
  tx: TenantTx,
  passkey: Omit<PasskeyRow, 'tenant_id' | 'last_used_at'>,
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('passkey')
    .values({ ...passkey, tenant_id: tx.tenantId, last_used_at: null })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'credential_id']).doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export interface PasskeyUse {
  readonly signCount: number
  readonly backedUp: boolean
}

/**
 * True if the authenticator's counter rose since the last signature, or if it has none (WebAuthn §6.1.1). A single
 * statement, so that of two sign-ins with the same count, in any process, one is refused.
 */
export const claimPasskeyUse = async (
  tx: TenantTx,
  passkeyId: string,
  { signCount, backedUp }: PasskeyUse,
  at: number,
): Promise<boolean> => {
  const claimed = await tx.db
    .updateTable('passkey')
    .set({ sign_count: signCount, backed_up: backedUp ? 1 : 0, last_used_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('passkey_id', '=', passkeyId)
    .where((eb) => (signCount === 0 ? eb('sign_count', '=', 0) : eb('sign_count', '<', signCount)))
    .returning('passkey_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** False if the user has no such passkey. */
export const renamePasskey = async (
  tx: TenantTx,
  userId: string,
  passkeyId: string,
  name: string,
): Promise<boolean> => {
  const renamed = await tx.db
    .updateTable('passkey')
    .set({ name })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returning('passkey_id')
    .executeTakeFirst()
  return renamed !== undefined
}

/** The removed passkey; undefined if the user has no such passkey. */
export const removePasskey = (tx: TenantTx, userId: string, passkeyId: string): Promise<PasskeyRow | undefined> =>
  tx.db
    .deleteFrom('passkey')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returningAll()
    .executeTakeFirst()

/** How many there were. */
export const removePasskeysOf = async (tx: TenantTx, userId: string): Promise<number> => {
  const removed = await tx.db
    .deleteFrom('passkey')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .returning('passkey_id')
    .execute()
  return removed.length
}
