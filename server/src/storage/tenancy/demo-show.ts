/**
 * The demo's credentials, which belong to the store that they open; and whose turn it is to prepare the demo, where
 * several processes begin at the same time on an empty store.
 */
import { sql } from 'kysely'
import { nowIn } from '../engines/engine.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    demo_show: { name: string; shown: string; prepared_until: number }
  }
}

const NAME = 'demo'
const NOTHING_SHOWN = ''

/** True if nobody else prepares the demo; the turn ends at `until` unless it is extended. */
export const claimDemo = async (tx: PlatformTx, forMs: number): Promise<boolean> => {
  const until = sql<number>`${nowIn(tx)} + ${forMs}`
  const claimed = await tx.db
    .updateTable('demo_show')
    .set({ prepared_until: until })
    .where('name', '=', NAME)
    .where('prepared_until', '<=', nowIn(tx))
    .returning('name')
    .executeTakeFirst()
  if (claimed) return true
  const first = await tx.db
    .insertInto('demo_show')
    .values({ name: NAME, shown: NOTHING_SHOWN, prepared_until: until })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return first !== undefined
}

/** Extends the turn of this process by `forMs`; 0 gives it back. */
export const extendDemoTurn = async (tx: PlatformTx, forMs: number): Promise<void> => {
  const until = forMs === 0 ? 0 : (await tx.now()) + forMs
  await tx.db.updateTable('demo_show').set({ prepared_until: until }).where('name', '=', NAME).execute()
}

/** JSON; null where no demo was made in this store. */
export const demoShown = async (reader: PlatformReader): Promise<string | null> => {
  const row = await reader.db.selectFrom('demo_show').select('shown').where('name', '=', NAME).executeTakeFirst()
  return row === undefined || row.shown === NOTHING_SHOWN ? null : row.shown
}

export const saveDemoShown = async (tx: PlatformTx, shown: string): Promise<void> => {
  await tx.db.updateTable('demo_show').set({ shown }).where('name', '=', NAME).execute()
}
