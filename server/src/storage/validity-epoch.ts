/**
 * One number that rises with every transaction that changes what is valid. Processes that remember verified
 * tokens poll it (a few microseconds) and forget when it moved: the same mechanism on both engines, beside
 * PostgreSQL's NOTIFY, which is faster but may be lost with its connection.
 */
import type { Session } from './engines/engine.ts'
import { storeNow } from './engines/engine.ts'
import { prepared } from './engines/prepared.ts'
import type { PlatformReader } from './handles.ts'

declare module './engines/tables.ts' {
  interface Tables {
    validity_epoch: { id: number; epoch: number }
  }
}

const bump = prepared<object, unknown>((db) =>
  db.updateTable('validity_epoch').set((eb) => ({ epoch: eb('epoch', '+', 1) })),
)

export const bumpEpoch = async (session: Session): Promise<void> => {
  await bump(session, {})
}

/** The epoch, and the store's clock at that moment, by which a process corrects its own. */
export const readEpoch = async (reader: PlatformReader): Promise<{ epoch: number; now: number }> =>
  reader.db
    .selectFrom('validity_epoch')
    .select(['epoch', storeNow(reader.kind, reader.offsetMs).as('now')])
    .executeTakeFirstOrThrow()
