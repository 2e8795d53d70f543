/**
 * Resources shared by all test files of a run: a PostgreSQL, a Chromium, the server's program, compiled code, and a
 * temporary folder, in memory if there is room. Files find them by environment variables; a file that runs alone does
 * without.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { chromiumPath } from '../../server/test/support/chromium.ts'
import { dropDatabase, preparedDatabaseName, startPostgres } from '../../server/test/support/postgres.ts'
import { PROCESS_FLAGS } from './process-flags.ts'
import { makeServerProgram } from './server-program.ts'

const MEMORY_FOLDER = '/dev/shm'
const TMPFS = 0x01021994
const MIN_FREE_BYTES = 4 * 2 ** 30
const RUN_FOLDER = 'airside-tests-'
const TOUCHED_EVERY_MS = 60_000
const LEFT_BEHIND_MS = 15 * 60_000

/** Containers often forbid executing files in memory, and packages that tests install must run. */
const mayExecute = (folder: string): boolean => {
  const file = join(folder, 'may-execute')
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(file)
  rmSync(file)
  return status === 0
}

/**
 * Removes a folder of a run, or says why it stays: the store of a container that was killed stays mounted, and that is
 * no failure of the tests.
 */
const removeFolder = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    process.stderr.write(`${folder} stays, because it cannot be removed: ${(error as Error).message}\n`)
  }
}

/** Process ids say nothing of a run in another container, which shares the memory: a run touches its folder instead. */
const touchWhileRunning = (folder: string): void => {
  setInterval(() => {
    const now = new Date()
    utimesSync(folder, now, now)
  }, TOUCHED_EVERY_MS).unref()
}

/** Removes the folders of killed runs, because they occupy memory. */
const removeLeftBehind = (): void => {
  for (const name of readdirSync(MEMORY_FOLDER)) {
    if (!name.startsWith(RUN_FOLDER)) continue
    const folder = join(MEMORY_FOLDER, name)
    const touched = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - touched > LEFT_BEHIND_MS) removeFolder(folder)
  }
}

const newRunFolder = (): string => {
  if (existsSync(MEMORY_FOLDER)) {
    removeLeftBehind()
    const { type, bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (type === TMPFS && bavail * bsize >= MIN_FREE_BYTES) {
      const folder = mkdtempSync(join(MEMORY_FOLDER, RUN_FOLDER))
      if (mayExecute(folder)) return folder
      rmSync(folder, { recursive: true })
    }
  }
  return mkdtempSync(join(tmpdir(), RUN_FOLDER))
}

interface SharedChromium {
  readonly address: string
  close(): Promise<void>
}

const startChromium = async (): Promise<SharedChromium> => {
  // Installs it where it is missing, and says what to do where it cannot.
  chromiumPath()
  const server = join(import.meta.dirname, 'chromium-server.ts')
  const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const address of createInterface({ input: child.stdout })) {
    return {
      address,
      close: async () => {
        child.stdin.end()
        await ended
      },
    }
  }
  throw new Error('Chromium did not start: see above')
}

const runFirstProcess = async (): Promise<void> => {
  const first = join(import.meta.dirname, 'first-process.ts')
  const child = spawn(process.execPath, [...PROCESS_FLAGS, first], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The store for the tests could not be prepared: see above')
}

interface Surroundings {
  /** For everything temporary. */
  readonly folder: string
  remove(): Promise<void>
}

interface Needs {
  /** One Chromium for all files; otherwise each file that needs one starts its own. */
  readonly browser: boolean
  /** Otherwise every test runs on the embedded store, and what is about PostgreSQL is left out. */
  readonly postgres: boolean
  /** Many processes will load the server. */
  readonly server: boolean
}

export const prepareSurroundings = async (root: string, needs: Needs): Promise<Surroundings> => {
  const folder = newRunFolder()
  process.once('exit', () => removeFolder(folder))
  touchWhileRunning(folder)
  // PostgreSQL refuses to run as root, so another user needs access to its folder in here.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.env.AIRSIDE_TEST_RUN = folder
  process.env.AIRSIDE_TEST_FAILURES = join(root, 'test-failures')
  rmSync(process.env.AIRSIDE_TEST_FAILURES, { recursive: true, force: true })
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'airside')
  if (!needs.postgres) {
    process.env.AIRSIDE_TEST_STORES = 'sqlite'
    process.env.AIRSIDE_TEST_SEED ??= String(randomInt(1_000_000))
  }
  const [program, postgres, chromium] = await Promise.all([
    makeServerProgram(root),
    needs.postgres && !process.env.DATABASE_URL ? startPostgres() : null,
    needs.browser ? startChromium() : null,
    needs.server ? runFirstProcess() : null,
  ])
  process.env.AIRSIDE_TEST_PROGRAM = program
  if (postgres) process.env.AIRSIDE_TEST_POSTGRES = postgres.url
  if (chromium) process.env.AIRSIDE_TEST_CHROMIUM = chromium.address
  return {
    folder,
    remove: async () => {
      await chromium?.close()
      if (postgres) await postgres.stop()
      else if (needs.postgres) await dropDatabase(preparedDatabaseName(folder))
    },
  }
}
