/** A connection to PostgreSQL beside the pool, for work that takes as long as it needs. */
import pg from 'pg'
import { PostgresConnection } from '../postgres-connection.ts'
import { USUAL_POSTGRES } from '../postgres-settings.ts'

/** PostgreSQL takes 0 for none. */
const WITHOUT_LIMITS = { ...USUAL_POSTGRES, statementMs: 0, lockMs: 0 }

export const withOwnConnection = async <T>(
  settings: pg.ClientConfig,
  job: (connection: PostgresConnection) => Promise<T>,
): Promise<T> => {
  const pool = new pg.Pool({ ...settings, max: 1 })
  pool.on('error', () => {})
  try {
    const client = await pool.connect()
    client.on('error', () => {})
    const connection = new PostgresConnection(client, WITHOUT_LIMITS, async () => {})
    try {
      await connection.workUntil(null)
      return await job(connection)
    } finally {
      connection.giveToPool(connection.endUse())
    }
  } finally {
    await pool.end()
  }
}
