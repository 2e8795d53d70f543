/** For each application when its operators were last told of a change, and what was changed since. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    gathered_change: {
      client_id: string
      /** When entries were last written into operators' logs. */
      told_at: number
      /** JSON of what was changed since then; null for nothing. */
      gathered: string | null
      /** The member who changed it last. */
      actor_id: string | null
    }
  }
}

export type GatheredChangeRow = Tables['gathered_change']

export const gatheredChange = (reader: PlatformReader, clientId: string): Promise<GatheredChangeRow | undefined> =>
  reader.db.selectFrom('gathered_change').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/** The application whose operators have waited longest, told before then; undefined where none has. */
export const dueGatheredChange = (reader: PlatformReader, toldBefore: number): Promise<GatheredChangeRow | undefined> =>
  reader.db
    .selectFrom('gathered_change')
    .selectAll()
    .where('gathered', 'is not', null)
    .where('told_at', '<=', toldBefore)
    .orderBy('told_at')
    .limit(1)
    .executeTakeFirst()

/** The caller holds the application's lock. */
export const saveGatheredChange = async (tx: PlatformTx, row: GatheredChangeRow): Promise<void> => {
  await tx.db.deleteFrom('gathered_change').where('client_id', '=', row.client_id).execute()
  await tx.db.insertInto('gathered_change').values(row).execute()
}
