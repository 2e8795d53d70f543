/** The settings of PostgreSQL: pool, timeouts and what stands between it and the server. */

import { type PostgresSettings, USUAL_POSTGRES } from '../storage/engines/postgres-settings.ts'
import { ConfigError, type SettingName, secondsFrom } from './environment.ts'

const MAX_CONNECTIONS = 500

const countFrom = (
  name: SettingName,
  text: string | undefined,
  usual: number,
  [least, most]: [number, number],
): number => {
  const count = text === undefined ? usual : Number(text)
  if (!Number.isInteger(count) || count < least || count > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text ?? usual}"`)
  return count
}

const poolingFrom = (text: string): PostgresSettings['pooling'] => {
  if (text === 'session' || text === 'transaction') return text
  throw new ConfigError(`AIRSIDE_DATABASE_POOLING must be session or transaction, not "${text}"`)
}

export const postgresSettingsFrom = (
  setting: (name: SettingName) => string | undefined,
  directUrl: string | null,
): PostgresSettings => {
  const seconds = (name: SettingName, usualMs: number) =>
    secondsFrom(name, setting(name) ?? String(usualMs / 1000), { least: 0.1, most: 600 })
  const count = (name: SettingName, usual: number, bounds: [number, number]) =>
    countFrom(name, setting(name), usual, bounds)
  const connections = count('AIRSIDE_DATABASE_CONNECTIONS', USUAL_POSTGRES.connections, [4, MAX_CONNECTIONS])
  return {
    directUrl,
    pooling: poolingFrom(setting('AIRSIDE_DATABASE_POOLING') ?? USUAL_POSTGRES.pooling),
    connections,
    // One is kept for cancelling statements, and requests need one.
    reserve: count('AIRSIDE_DATABASE_RESERVE', Math.min(USUAL_POSTGRES.reserve, connections - 2), [1, connections - 2]),
    connectMs: seconds('AIRSIDE_DATABASE_CONNECT_SECONDS', USUAL_POSTGRES.connectMs),
    statementMs: seconds('AIRSIDE_DATABASE_STATEMENT_SECONDS', USUAL_POSTGRES.statementMs),
    lockMs: seconds('AIRSIDE_DATABASE_LOCK_SECONDS', USUAL_POSTGRES.lockMs),
  }
}
