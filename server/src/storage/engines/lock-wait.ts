/**
 * On PostgreSQL a request waits for a row at most `AIRSIDE_DATABASE_LOCK_SECONDS`, because it holds a connection
 * meanwhile. Preparing a store, imports and upkeep wait as long as it takes: another process may be at the same work.
 */
import type { Session } from './engine.ts'

/** For the rest of this transaction. On SQLite there is one writer, and nothing to wait for inside a transaction. */
export const waitForLocks = async (session: Session): Promise<void> => {
  if (session.kind === 'postgres') await session.execute('set local lock_timeout = 0', [])
}
