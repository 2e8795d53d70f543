/**
 * The interface of token stores. It has three functions, so that a store of your own (a database row, a cache key) is
 * easy to write. Processes that share a store share one access token.
 */

export interface StoredTokens {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** Of an application's grant; an API key is its own refresh token and is not stored. */
  readonly refreshToken?: string | undefined
  /** Space-delimited. */
  readonly scope?: string | undefined
}

export interface TokenStore {
  read(key: string): Promise<StoredTokens | null>
  /** Null deletes. */
  write(key: string, tokens: StoredTokens | null): Promise<void>
  /**
   * Runs the job while nobody else, in this process or any other that shares the store, runs one for the same key.
   * Rejects with the signal's reason when that is aborted while waiting for its turn.
   */
  locked<T>(key: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export const isStoredTokens = (value: unknown): value is StoredTokens => {
  if (typeof value !== 'object' || value === null) return false
  const { accessToken, expiresAt, refreshToken, scope } = value as Record<keyof StoredTokens, unknown>
  return (
    typeof accessToken === 'string' &&
    typeof expiresAt === 'number' &&
    (refreshToken === undefined || typeof refreshToken === 'string') &&
    (scope === undefined || typeof scope === 'string')
  )
}

/** Keeps tokens in memory until the process ends. */
export class MemoryStore implements TokenStore {
  readonly #tokens = new Map<string, StoredTokens>()
  readonly #turns = new Map<string, Promise<void>>()

  async read(key: string): Promise<StoredTokens | null> {
    return this.#tokens.get(key) ?? null
  }

  async write(key: string, tokens: StoredTokens | null): Promise<void> {
    if (tokens === null) this.#tokens.delete(key)
    else this.#tokens.set(key, tokens)
  }

  async locked<T>(key: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#turns.get(key) ?? Promise.resolve()
    const turn = before.then(() => {
      signal?.throwIfAborted()
      return job()
    })
    const over = turn.then(
      () => {},
      () => {},
    )
    this.#turns.set(key, over)
    try {
      return await turn
    } finally {
      if (this.#turns.get(key) === over) this.#turns.delete(key)
    }
  }
}
