/** Requests for a demo: the times offered, and what support made of them. An application has one after the other. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    demo: {
      client_id: string
      position: number
      requested_at: number
      requested_by: string | null
      /** JSON array of milliseconds. */
      time_list: string
      time_zone: string
      attendees: string
      note: string
      demo_at: number | null
      link: string | null
      /** JSON array of what was ticked at the decision. */
      requirement_list: string | null
      /** When the decision recorded that it was held, and which member of staff ticked that; null before. */
      held_at: number | null
      held_by: string | null
    }
  }
}

export type DemoRow = Tables['demo']

/** What support makes of a request. */
type Outcome = Pick<DemoRow, 'demo_at' | 'link' | 'requirement_list' | 'held_at' | 'held_by'>

const NO_OUTCOME: Outcome = { demo_at: null, link: null, requirement_list: null, held_at: null, held_by: null }

/** The latest one; undefined where none was asked for. */
export const latestDemo = (reader: PlatformReader, clientId: string): Promise<DemoRow | undefined> =>
  reader.db
    .selectFrom('demo')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The caller holds the application's lock. */
export const insertDemo = async (tx: PlatformTx, demo: Omit<DemoRow, 'position' | keyof Outcome>): Promise<void> => {
  const last = await latestDemo(tx, demo.client_id)
  await tx.db
    .insertInto('demo')
    .values({ ...demo, position: (last?.position ?? 0) + 1, ...NO_OUTCOME })
    .execute()
}

export const changeDemo = async (
  tx: PlatformTx,
  { client_id, position }: Pick<DemoRow, 'client_id' | 'position'>,
  change: Partial<Outcome>,
): Promise<void> => {
  await tx.db
    .updateTable('demo')
    .set(change)
    .where('client_id', '=', client_id)
    .where('position', '=', position)
    .execute()
}
