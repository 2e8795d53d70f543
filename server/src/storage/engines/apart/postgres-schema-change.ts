/**
 * Migrations on a connection of their own to PostgreSQL: statements may take as long as they need, but a table in use
 * is waited for only briefly, because every other statement queues behind the one that waits; then it is tried again
 * (threats row 110). The connection goes to PostgreSQL itself, for its lock belongs to the session.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { SchemaChange, Session } from '../engine.ts'
import type { PostgresConnection } from '../postgres-connection.ts'
import { isLockTimeout } from '../unavailable.ts'
import { withOwnConnection } from './postgres-own-connection.ts'

const LOCK = 4_716_281
const LOOK_AGAIN_MS = 100

export interface TableWaits {
  readonly lockTimeoutMs: number
  readonly pauseMs: number
  readonly tries: number
}

const TABLE_WAITS: TableWaits = { lockTimeoutMs: 3_000, pauseMs: 1_000, tries: 60 }

/**
 * Waits for its turn without a lock to wait on: a process that waits in a statement has a snapshot, and an index that
 * is built beside writers waits for the end of every older snapshot.
 */
const alone = async (session: Session): Promise<void> => {
  for (;;) {
    const { rows } = await session.execute<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]?.mine) return
    await pause(LOOK_AGAIN_MS)
  }
}

const isWorthAnotherTry = (error: unknown): boolean =>
  isLockTimeout(error) || (error as { code?: unknown }).code === '40P01'

const inTransactions =
  (connection: PostgresConnection, waits: TableWaits): SchemaChange['inTransaction'] =>
  async (job) => {
    for (let left = waits.tries - 1; ; left--) {
      try {
        return await connection.transaction(async (session) => {
          await session.execute(`set local lock_timeout = ${waits.lockTimeoutMs}`, [])
          return job(session)
        })
      } catch (error) {
        if (left === 0 || !isWorthAnotherTry(error)) throw error
        await pause(waits.pauseMs)
      }
    }
  }

export const changePostgresSchema = <T>(
  settings: pg.ClientConfig,
  job: (change: SchemaChange) => Promise<T>,
  waits: TableWaits = TABLE_WAITS,
): Promise<T> =>
  withOwnConnection(settings, async (connection) => {
    await alone(connection.session)
    return job({ inTransaction: inTransactions(connection, waits), outside: connection.session })
  })
