/** A connection to PostgreSQL beside the pool, for work that takes as long as it needs. */
import pg from 'pg'
import { PostgresConnection } from '../postgres-connection.ts'
import { USUAL_POSTGRES } from '../postgres-settings.ts'

export const withOwnConnection = async <T>(
  settings: pg.ClientConfig,
  job: (connection: PostgresConnection) => Promise<T>,
): Promise<T> => {
  const pool = new pg.Pool({ ...settings, max: 1 })
  pool.on('error', () => {})
  try {
    const client = await pool.connect()
    client.on('error', () => {})
    const connection = new PostgresConnection(client, USUAL_POSTGRES, async () => {})
    try {
      for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
        await connection.execute(`set ${name} = 0`, [])
      }
      return await job(connection)
    } finally {
      connection.giveToPool(connection.endUse())
    }
  } finally {
    await pool.end()
  }
}
