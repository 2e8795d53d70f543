/** How many workers serve, and which part of the connections to PostgreSQL each of them has. */
import { availableParallelism } from 'node:os'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/environment.ts'

const MAX_WORKERS = 64
/** What one process needs at least: one connection to cancel statements, one of the reserve, two for requests. */
const MIN_CONNECTIONS = 4

const mostFor = ({ postgres }: Config): number => Math.floor(postgres.connections / MIN_CONNECTIONS)

const countIn = (text: string, config: Config): number => {
  if (text === 'auto') return Math.max(1, Math.min(availableParallelism(), mostFor(config)))
  const count = Number(text)
  if (!/^\d{1,2}$/.test(text) || count < 1 || count > MAX_WORKERS)
    throw new ConfigError(`--workers must be auto or a whole number from 1 to ${MAX_WORKERS}, not "${text}"`)
  if (count > 1 && count > mostFor(config) && config.databaseUrl !== null)
    throw new ConfigError(
      `AIRSIDE_DATABASE_CONNECTIONS must be at least ${count * MIN_CONNECTIONS} for ${count} workers: each needs ${MIN_CONNECTIONS}`,
    )
  return count
}

/** What `--workers` says; one where it is not given. */
export const workerCount = (option: string | boolean | undefined, config: Config): number => {
  const count = typeof option === 'string' ? countIn(option, config) : 1
  if (count > 1 && config.databaseUrl === null)
    throw new ConfigError(
      '--workers needs PostgreSQL (DATABASE_URL): the embedded store belongs to one process, which keeps budgets and commits in its memory',
    )
  return count
}

/** The workers together open as many connections as one process would. */
export const withItsPart = (config: Config, workers: number): Config => {
  const { connections, reserve } = config.postgres
  const own = Math.floor(connections / workers)
  const ownReserve = Math.min(own - 2, Math.max(1, Math.round(reserve / workers)))
  return workers === 1 ? config : { ...config, postgres: { ...config.postgres, connections: own, reserve: ownReserve } }
}
