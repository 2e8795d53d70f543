/** A store of ours, filled before the server process starts. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStorage } from '../server/src/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import { systemClock } from '../server/src/domain/clock.ts'
import { World } from '../server/src/services/world.ts'
import { startPostgres } from '../server/test/support/postgres.ts'

export type StoreKind = 'sqlite' | 'postgres'

export interface Place {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** PostgreSQL's first process; null where the store is part of the server. */
  readonly storePid: number | null
  /** A copy of the database or file, for another server to work on the same rows. */
  copyDatabase(name?: string): Promise<string>
  dispose(): Promise<void>
}

const analyze = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}

/** With what PostgreSQL knows of the rows, which it would otherwise find out for one of both while they are measured. */
const copyOf = async (url: string, name: string): Promise<string> => {
  await analyze(url)
  const target = new URL(url)
  const original = target.pathname.slice(1)
  target.pathname = '/template1'
  const client = new pg.Client({ connectionString: target.href })
  await client.connect()
  await client.query(`create database ${name} template ${original}`).finally(() => client.end())
  target.pathname = `/${name}`
  return target.href
}

/** Whoever filled it has closed it, so that all of it is in one file. */
const copyOfFile = async (folder: string, name: string): Promise<string> => {
  const target = join(folder, `${name}.sqlite`)
  copyFileSync(join(folder, 'airside.sqlite'), target)
  return target
}

/** A folder, or a PostgreSQL server of its own with default durability. */
export const newPlace = async (kind: StoreKind): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-bench-'))
  const postgres = kind === 'postgres' ? await startPostgres({ durable: true }) : null
  return {
    folder,
    environment: {
      PORT: '0',
      AIRSIDE_PUBLIC_URL: 'http://localhost',
      AIRSIDE_DATA: folder,
      DATABASE_URL: postgres?.url ?? '',
    },
    storePid: postgres?.process?.pid ?? null,
    copyDatabase: (name = 'peer') => (postgres ? copyOf(postgres.url, name) : copyOfFile(folder, name)),
    dispose: async () => {
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the store, lets the job fill it, and closes it again. */
export const fillStore = async <T>(
  place: Pick<Place, 'environment'>,
  job: (world: World) => Promise<T>,
): Promise<T> => {
  const { storage } = await openStorage(readConfig({ ...place.environment }), systemClock)
  try {
    return await job(new World({ storage, now: () => Date.now(), randomBytes }))
  } finally {
    await storage.close()
  }
}
