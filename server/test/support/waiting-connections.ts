/**
 * The connections that wait for a lock at this moment. In a transaction PostgreSQL goes on showing the connections of
 * the first look, so that one opened later would never be among them.
 */
import type pg from 'pg'

export const waitingConnections = async (client: pg.Client): Promise<number[]> => {
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}
