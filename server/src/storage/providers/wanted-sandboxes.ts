/** Sandbox operators that providers asked for: made, or filled with fresh data, by a background job. */
import { nowIn } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    wanted_sandbox: {
      provider_id: string
      /** The member who asked, and becomes administrator of a new one. */
      asked_by: string
      asked_at: number
      /** How often it was begun. */
      tries: number
      /** When it is begun, or begun again. */
      due_at: number
    }
  }
}

export type WantedSandbox = Tables['wanted_sandbox']

/** The caller holds the provider's lock. */
export const insertWantedSandbox = async (
  tx: PlatformTx,
  { provider_id, asked_by }: Pick<WantedSandbox, 'provider_id' | 'asked_by'>,
): Promise<void> => {
  const now = await tx.now()
  await tx.db
    .insertInto('wanted_sandbox')
    .values({ provider_id, asked_by, asked_at: now, tries: 0, due_at: now })
    .execute()
}

export const wantedSandboxOf = (reader: PlatformReader, providerId: string): Promise<WantedSandbox | undefined> =>
  reader.db.selectFrom('wanted_sandbox').selectAll().where('provider_id', '=', providerId).executeTakeFirst()

/** The one that has waited longest; undefined where none is due. */
export const dueSandbox = (reader: PlatformReader): Promise<WantedSandbox | undefined> =>
  reader.db
    .selectFrom('wanted_sandbox')
    .selectAll()
    .where('due_at', '<=', nowIn(reader))
    .orderBy('due_at')
    .orderBy('provider_id')
    .limit(1)
    .executeTakeFirst()

/** Another try, and when the next one follows unless this one succeeds. */
export const noteTry = async (tx: PlatformTx, { provider_id, tries }: WantedSandbox, dueAt: number): Promise<void> => {
  await tx.db
    .updateTable('wanted_sandbox')
    .set({ tries: tries + 1, due_at: dueAt })
    .where('provider_id', '=', provider_id)
    .execute()
}

export const removeWantedSandbox = async (tx: PlatformTx, providerId: string): Promise<void> => {
  await tx.db.deleteFrom('wanted_sandbox').where('provider_id', '=', providerId).execute()
}
