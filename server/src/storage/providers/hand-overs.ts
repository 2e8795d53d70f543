/**
 * Hand-overs: with one, a member of a provider goes from the portal to the provider's own sandbox without a second
 * password. The platform's clock decides when it is over, whatever the sandbox's own says.
 */
import { removeSome } from '../bounded-removal.ts'
import { isStillOpen } from '../engines/engine.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    hand_over: {
      /** Hash of what the browser carries over. */
      hash: string
      /** The member, and the session of the portal that asked. */
      user_id: string
      session_hash: string
      /** The tenant where it is used, and nowhere else. */
      sandbox_id: string
      /** Hash of the cookie that the sandbox gave to the browser that asked. */
      browser_hash: string
      expires_at: number
    }
  }
}

export type HandOverRow = Tables['hand_over']

/** A member has one at a time: another voids the one before. */
export const insertHandOver = async (tx: PlatformTx, row: HandOverRow): Promise<void> => {
  await tx.db.deleteFrom('hand_over').where('user_id', '=', row.user_id).execute()
  await tx.db.insertInto('hand_over').values(row).execute()
}

type Carried = Pick<HandOverRow, 'hash' | 'sandbox_id' | 'browser_hash'>

export const findHandOver = (
  reader: PlatformReader,
  { hash, sandbox_id, browser_hash }: Carried,
): Promise<HandOverRow | undefined> =>
  reader.db
    .selectFrom('hand_over')
    .selectAll()
    .where('hash', '=', hash)
    .where('sandbox_id', '=', sandbox_id)
    .where('browser_hash', '=', browser_hash)
    .executeTakeFirst()

/** Deletes it, so that of several uses, in any process, only one counts; false where it was used or is over. */
export const takeHandOver = async (tx: PlatformTx, hash: string): Promise<boolean> => {
  const taken = await tx.db
    .deleteFrom('hand_over')
    .where('hash', '=', hash)
    .where(isStillOpen(tx))
    .returning('hash')
    .executeTakeFirst()
  return taken !== undefined
}

export const removeHandOversBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'hand_over', key: ['hash'], by: 'expires_at', before: time }, most)
