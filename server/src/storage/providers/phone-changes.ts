/** A new phone number that a member without the old one asked support for, and whether it was allowed. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    phone_change: {
      client_id: string
      phone_number: string
      asked_by: string
      asked_at: number
      note: string
      allowed_at: number | null
      allowed_by: string | null
      reason: string | null
    }
  }
}

export type PhoneChangeRow = Tables['phone_change']

export const phoneChangeOf = (reader: PlatformReader, clientId: string): Promise<PhoneChangeRow | undefined> =>
  reader.db.selectFrom('phone_change').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/** Asking again replaces what was asked for before, and what was allowed. */
export const replacePhoneChange = async (
  tx: PlatformTx,
  asked: Omit<PhoneChangeRow, 'allowed_at' | 'allowed_by' | 'reason'>,
): Promise<void> => {
  await removePhoneChange(tx, asked.client_id)
  await tx.db
    .insertInto('phone_change')
    .values({ ...asked, allowed_at: null, allowed_by: null, reason: null })
    .execute()
}

/** False where nothing was asked for, or it was allowed before. */
export const allowPhoneChange = async (
  tx: PlatformTx,
  clientId: string,
  allowed: { readonly at: number; readonly by: string | null; readonly reason: string },
): Promise<boolean> => {
  const changed = await tx.db
    .updateTable('phone_change')
    .set({ allowed_at: allowed.at, allowed_by: allowed.by, reason: allowed.reason })
    .where('client_id', '=', clientId)
    .where('allowed_at', 'is', null)
    .returning('client_id')
    .executeTakeFirst()
  return changed !== undefined
}

export const removePhoneChange = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db.deleteFrom('phone_change').where('client_id', '=', clientId).execute()
}

/** Those that a member asked for, allowed or not; returns the applications. */
export const removePhoneChangesOf = async (tx: PlatformTx, userId: string): Promise<string[]> => {
  const removed = await tx.db.deleteFrom('phone_change').where('asked_by', '=', userId).returning('client_id').execute()
  return removed.map(({ client_id }) => client_id).sort()
}

/** Those that nobody has allowed yet, the oldest first. */
export const waitingPhoneChanges = (reader: PlatformReader): Promise<PhoneChangeRow[]> =>
  reader.db.selectFrom('phone_change').selectAll().where('allowed_at', 'is', null).orderBy('asked_at').execute()
