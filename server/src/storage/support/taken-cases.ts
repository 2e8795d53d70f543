/** Which member of staff has taken which application's case. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    taken_case: {
      client_id: string
      staff_id: string
      taken_at: number
    }
  }
}

export type TakenCaseRow = Tables['taken_case']

export const takenCase = (reader: PlatformReader, clientId: string): Promise<TakenCaseRow | undefined> =>
  reader.db.selectFrom('taken_case').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/** The caller holds the application's lock. */
export const saveTakenCase = async (tx: PlatformTx, taken: TakenCaseRow): Promise<void> => {
  await removeTakenCase(tx, taken.client_id)
  await tx.db.insertInto('taken_case').values(taken).execute()
}

export const removeTakenCase = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db.deleteFrom('taken_case').where('client_id', '=', clientId).execute()
}
