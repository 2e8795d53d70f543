/** Codes sent to the phone number of an application: one per application and purpose, for one session, a few tries. */

import { removeSome } from '../bounded-removal.ts'
import { isStillOpen } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'

/** Making a secret; or changing the number, which asks the old one and the new one. */
export type PhonePurpose = 'secret' | 'old-number' | 'new-number'

declare module '../engines/tables.ts' {
  interface Tables {
    phone_code: {
      tenant_id: string
      client_id: string
      purpose: PhonePurpose
      /** The session that asked for it: nobody else's request can use it. */
      session_hash: string
      phone_number: string
      code_hash: string
      message_id: string
      created_at: number
      expires_at: number
      tries: number
    }
  }
}

export type PhoneCodeRow = Tables['phone_code']

/** A new code voids the old one. */
export const replacePhoneCode = async (
  tx: TenantTx,
  code: Omit<PhoneCodeRow, 'tenant_id' | 'tries'>,
): Promise<void> => {
  await removePhoneCode(tx, code.client_id, code.purpose)
  await tx.db
    .insertInto('phone_code')
    .values({ ...code, tenant_id: tx.tenantId, tries: 0 })
    .execute()
}

export const removePhoneCode = async (tx: TenantTx, clientId: string, purpose: PhonePurpose): Promise<void> => {
  await tx.db
    .deleteFrom('phone_code')
    .where('tenant_id', '=', tx.tenantId)
    .where('client_id', '=', clientId)
    .where('purpose', '=', purpose)
    .execute()
}

/** Open codes end with the number that they were sent to. */
export const removePhoneCodesOf = async (tx: TenantTx, clientId: string): Promise<void> => {
  await tx.db.deleteFrom('phone_code').where('tenant_id', '=', tx.tenantId).where('client_id', '=', clientId).execute()
}

/** Which messages to which numbers the codes of an application are. */
export const phoneCodesOf = (
  reader: TenantReader,
  clientId: string,
): Promise<Pick<PhoneCodeRow, 'message_id' | 'phone_number'>[]> =>
  reader.db
    .selectFrom('phone_code')
    .select(['message_id', 'phone_number'])
    .where('tenant_id', '=', reader.tenantId)
    .where('client_id', '=', clientId)
    .execute()

export const openPhoneCode = (
  reader: TenantReader,
  clientId: string,
  purpose: PhonePurpose,
  now: number,
): Promise<PhoneCodeRow | undefined> =>
  reader.db
    .selectFrom('phone_code')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('client_id', '=', clientId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Counts a try before its code is judged, and locks the row; undefined where no try is left. */
export const claimPhoneTry = (
  tx: TenantTx,
  clientId: string,
  purpose: PhonePurpose,
  maxTries: number,
): Promise<PhoneCodeRow | undefined> =>
  tx.db
    .updateTable('phone_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', tx.tenantId)
    .where('client_id', '=', clientId)
    .where('purpose', '=', purpose)
    .where(isStillOpen(tx))
    .where('tries', '<', maxTries)
    .returningAll()
    .executeTakeFirst()

export const removePhoneCodesExpiredBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(
    tx,
    { from: 'phone_code', key: ['tenant_id', 'client_id', 'purpose'], by: 'expires_at', before: time },
    most,
  )
