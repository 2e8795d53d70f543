/**
 * One server per embedded store (threats row 109). The lock is one of SQLite's on a file beside the store: the system
 * takes it back when its process ends, however it ends, and two containers with one folder see the same lock, which
 * the number of a process would not tell them.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../domain/failure.ts'

const LOCK_FILE = 'server.lock'
const SQLITE_BUSY = 5

export interface StoreLock {
  release(): void
}

const refuseUse = (folder: string, cause: unknown): never => {
  throw new Failure('invalid_request', `Another server uses the store in ${folder}: stop it first`, { cause })
}

/** Held until it is released or the process ends; throws where another server holds it. */
export const lockEmbeddedStore = (folder: string): StoreLock => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) refuseUse(folder, error)
    throw error
  }
  return { release: () => file.close() }
}
