/**
 * What every test file of a run shares: a PostgreSQL, a Chromium, compiled code, and a folder for everything temporary,
 * in memory where there is room. The files learn of it by environment variables; a file run by itself does without.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromiumServer } from '../../server/test/support/chromium.ts'
import { dropDatabase, preparedDatabaseName, startPostgres } from '../../server/test/support/postgres.ts'

const MEMORY_FOLDER = '/dev/shm'
const TMPFS = 0x01021994
const MIN_FREE_BYTES = 4 * 2 ** 30
const LEFT_BEHIND = /^airside-tests-(\d+)-/

/** Containers often forbid to execute what lies in memory; packages that tests install must run. */
const mayExecute = (folder: string): boolean => {
  const file = join(folder, 'may-execute')
  writeFileSync(file, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(file)
  rmSync(file)
  return status === 0
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A run that was killed leaves its folder behind, and memory is dear. */
const removeLeftBehind = (): void => {
  for (const name of readdirSync(MEMORY_FOLDER)) {
    const pid = LEFT_BEHIND.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(MEMORY_FOLDER, name), { recursive: true, force: true })
  }
}

const newRunFolder = (): string => {
  const name = `airside-tests-${process.pid}-`
  if (existsSync(MEMORY_FOLDER)) {
    removeLeftBehind()
    const { type, bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (type === TMPFS && bavail * bsize >= MIN_FREE_BYTES) {
      const folder = mkdtempSync(join(MEMORY_FOLDER, name))
      if (mayExecute(folder)) return folder
      rmSync(folder, { recursive: true })
    }
  }
  return mkdtempSync(join(tmpdir(), name))
}

/**
 * Call what it answers to remove everything again. `withBrowser`: one Chromium for all files; otherwise a file that
 * needs one starts its own.
 */
export const prepareSurroundings = async (root: string, withBrowser: boolean): Promise<() => Promise<void>> => {
  const folder = newRunFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL, which refuses to run as root, keeps its own folder in here as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.env.AIRSIDE_TEST_RUN = folder
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'airside')
  const [postgres, chromium] = await Promise.all([
    process.env.DATABASE_URL ? null : startPostgres(),
    withBrowser ? launchChromiumServer() : null,
  ])
  if (postgres) process.env.AIRSIDE_TEST_POSTGRES = postgres.url
  if (chromium) process.env.AIRSIDE_TEST_CHROMIUM = chromium.wsEndpoint()
  return async () => {
    await chromium?.close()
    await (postgres ? postgres.stop() : dropDatabase(preparedDatabaseName(folder)))
  }
}
