/** Locations of test stores: empty, or migrated. A migrated store is prepared once per test run and then copied. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { LEFT_TO_ALL } from '../../../scripts/tests/left-to-all.ts'
import { readConfig } from '../../src/config/config.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { prepareStore } from '../../src/starting/prepare.ts'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { openEngine, Storage } from '../../src/storage/storage.ts'
import { oncePerRun, runFolder } from './once-per-run.ts'
import { newDatabase, preparedDatabaseName } from './postgres.ts'

export type Store = 'sqlite' | 'postgres'
/** Both, for programs; a test says by `storesFor` what it is about. */
export const STORES: readonly Store[] = ['sqlite', 'postgres']

/**
 * On which stores a test runs, by what it is about (CONTRIBUTING, "Which store"): each thing is proven once, where it
 * can break. The statements of both stores are built by the same code, so most things cannot break on one alone.
 */
export const ABOUT = {
  sql: 'both',
  order: 'both',
  locks: 'both',
  concurrency: 'both',
  errors: 'both',
  record: 'both',
  validation: 'embedded',
  wording: 'embedded',
  'life cycle': 'embedded',
  rights: 'embedded',
  execution: 'embedded',
} as const

type About = keyof typeof ABOUT

/** `npm test` has the embedded store alone, `npm test -- --all` and a named file have both (ADR 97). */
const RUN_STORES: readonly Store[] = process.env.AIRSIDE_TEST_STORES === 'sqlite' ? ['sqlite'] : STORES

/** The stores of this run that a test about this needs. */
export const storesFor = (about: About): readonly Store[] => (ABOUT[about] === 'both' ? RUN_STORES : ['sqlite'])

type OnBoth = { [A in About]: (typeof ABOUT)[A] extends 'both' ? A : never }[About]

/** Options of a test that runs on PostgreSQL alone, with the reason. */
export const onPostgres = (_about: OnBoth): { skip: string | false } => ({
  skip: RUN_STORES.includes('postgres') ? false : LEFT_TO_ALL,
})

type Test = typeof test

/** For a file whose tests are not all about the same: `test` proves once, `testOnBoth` on each store of the run. */
export const testsOn = (store: Store): { test: Test; testOnBoth: Test } => {
  const testOnBoth = ((...given: Parameters<Test>) => test(...given)) as Test
  return { test: store === 'sqlite' ? testOnBoth : ((() => undefined) as unknown as Test), testOnBoth }
}

export interface Place {
  readonly environment: Record<string, string>
  readonly dispose: () => Promise<void>
}

const placeOn = async (store: Store, template?: string): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (store === 'sqlite') {
    if (template !== undefined) copyFileSync(template, join(folder, SQLITE_FILE))
    return { environment: { AIRSIDE_DATA: folder }, dispose: async () => removeFolder() }
  }
  const database = await newDatabase({ template })
  return {
    environment: { AIRSIDE_DATA: folder, DATABASE_URL: database.url },
    dispose: async () => {
      await database.drop()
      removeFolder()
    },
  }
}

/** Without a table in it: for what is about migrating and preparing. */
export const newPlace = (store: Store): Promise<Place> => placeOn(store)

const prepare = async (environment: Record<string, string>): Promise<void> => {
  const engine = openEngine(readConfig(environment))
  await prepareStore(engine, new Storage(engine, systemClock)).finally(() => engine.close())
}

/** The file that SQLite stores are copied from. */
const sqliteTemplate = async (run: string): Promise<string> => {
  const folder = await oncePerRun(run, 'prepared-sqlite', (made) => prepare({ AIRSIDE_DATA: made }))
  return join(folder, SQLITE_FILE)
}

/** The database that PostgreSQL stores are copied from. */
const postgresTemplate = async (run: string): Promise<string> => {
  const name = preparedDatabaseName(run)
  await oncePerRun(run, 'prepared-postgres', async (folder) => {
    const { url } = await newDatabase({ name })
    await prepare({ AIRSIDE_DATA: folder, DATABASE_URL: url })
  })
  return name
}

/** Migrated, with the bundled reference data. A file that is run by itself gets an empty one, which its server prepares. */
export const preparedPlace = async (store: Store): Promise<Place> => {
  const run = runFolder()
  if (run === null) return newPlace(store)
  return placeOn(store, await (store === 'sqlite' ? sqliteTemplate(run) : postgresTemplate(run)))
}
