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

/** Nobody has what is over: who took the last case must not be named as the holder of the next one. */
export const endTakingWithoutCase = async (tx: PlatformTx, clientId: string): Promise<void> => {
  await tx.db
    .deleteFrom('taken_case')
    .where('client_id', '=', clientId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application')
            .select('application.client_id')
            .whereRef('application.client_id', '=', 'taken_case.client_id')
            .where('application.mode', 'in', MODES_WITH_CASE),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('phone_change')
            .select('phone_change.client_id')
            .whereRef('phone_change.client_id', '=', 'taken_case.client_id')
            .where('phone_change.allowed_at', 'is', null),
        ),
      ),
    )
    .execute()
}
