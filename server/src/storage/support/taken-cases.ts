/** Which member of staff has taken which application's case. */
import { MODES_WITH_CASE } from '../../domain/oauth/application-mode.ts'
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

export const takenCases = (reader: PlatformReader, clientIds: readonly string[]): Promise<TakenCaseRow[]> =>
  reader.db.selectFrom('taken_case').selectAll().where('client_id', 'in', clientIds).execute()

/** The caller holds the application's lock. */
export const saveTakenCase = async (tx: PlatformTx, taken: TakenCaseRow): Promise<void> => {
  await removeTakenCase(tx, taken.client_id)
  await tx.db.insertInto('taken_case').values(taken).execute()
}

export const removeTakenCase = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db.deleteFrom('taken_case').where('client_id', '=', clientId).execute()
}

/** Somebody who may no longer decide has no cases. */
export const removeTakenCasesOf = async (tx: PlatformTx, staffId: string): Promise<void> => {
  await tx.db.deleteFrom('taken_case').where('staff_id', '=', staffId).execute()
}

/** Nobody has what is over: who took the last case must not be named as the holder of the next one. */
export const endTakingWithoutCase = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db
    .deleteFrom('taken_case')
    .where('client_id', '=', clientId)
    .where('client_id', 'not in', ({ selectFrom }) =>
      selectFrom('application')
        .select('client_id')
        .where('mode', 'in', MODES_WITH_CASE)
        .where('client_id', '=', clientId),
    )
    .where('client_id', 'not in', ({ selectFrom }) =>
      selectFrom('phone_change').select('client_id').where('allowed_at', 'is', null).where('client_id', '=', clientId),
    )
    .execute()
}
