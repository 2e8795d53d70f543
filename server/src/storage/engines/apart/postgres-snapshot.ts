/** PostgreSQL as it was at one moment. */
import type pg from 'pg'
import type { Session } from '../engine.ts'
import { withOwnConnection } from './postgres-own-connection.ts'

export const postgresSnapshot = <T>(settings: pg.ClientConfig, job: (session: Session) => Promise<T>): Promise<T> =>
  withOwnConnection(settings, ({ session }) => inSnapshot(session, job))

const inSnapshot = async <T>(session: Session, job: (session: Session) => Promise<T>): Promise<T> => {
  await session.execute('begin isolation level repeatable read read only', [])
  try {
    return await job(session)
  } finally {
    await session.execute('rollback', []).catch(() => {})
  }
}
