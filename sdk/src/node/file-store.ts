/**
 * Stores tokens in a folder that only this user can read: a file and a lock per connection, shared by every process
 * that uses the folder.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isStoredTokens, type StoredTokens, type TokenStore } from '../tokens/token-store.ts'
import { withFileLock } from './file-lock.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export class FileStore implements TokenStore {
  readonly #folder: string
  #made: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async read(key: string): Promise<StoredTokens | null> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#path(key), 'utf8'))
      return isStoredTokens(value) ? value : null
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  /** Writes atomically, so that a reader never sees half a file. */
  async write(key: string, tokens: StoredTokens | null): Promise<void> {
    await this.#makeFolder()
    const path = this.#path(key)
    if (tokens === null) return rm(path, { force: true })
    const draft = `${path}.${randomUUID()}`
    try {
      await writeFile(draft, `${JSON.stringify(tokens)}\n`, { mode: FILE_MODE, flag: 'wx' })
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async locked<T>(key: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#makeFolder()
    return withFileLock(`${this.#path(key)}.lock`, job, signal)
  }

  #path(key: string): string {
    return join(this.#folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`)
  }

  #makeFolder(): Promise<void> {
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE }).then(() => {})
    return this.#made
  }
}
