/**
 * Uses one access token for its whole validity (access-model §5). Requests a new one only after expiry or a 401, by
 * one caller of one process at a time: inside the store's lock, after checking there whether another process already
 * renewed it.
 */
import { AskedToWait, InvalidGrant, NotConnected } from '../failures.ts'
import { withRetries } from '../retries.ts'
import type { Surroundings } from '../surroundings.ts'
import { SharedTask } from './shared-task.ts'
import type { TokenAnswer } from './token-request.ts'
import type { StoredTokens, TokenStore } from './token-store.ts'

/** Where new access tokens come from: an API key, or an application's refresh token. */
export interface Grant {
  /** The key of the stored tokens: the address and the public part of the credentials. */
  readonly storeKey: string
  /** From the options or the store; undefined before the first connection. */
  knownRefreshToken(stored: StoredTokens | null): string | undefined
  refresh(refreshToken: string, signal: AbortSignal): Promise<TokenAnswer>
}

/** How long a renewal takes without waiting. */
const TURN_SECONDS = 10
const SLOW_RENEWAL = 'Another process has been renewing the access token for too long: try again, or allow more waiting'

const storedTokens = (answer: TokenAnswer, now: number): StoredTokens => ({
  accessToken: answer.accessToken,
  expiresAt: now + answer.expiresInSeconds * 1000,
  ...(answer.refreshToken === undefined ? {} : { refreshToken: answer.refreshToken }),
  ...(answer.scope === undefined ? {} : { scope: answer.scope }),
})

export class TokenKeeper {
  readonly #grant: Grant
  readonly #store: TokenStore
  readonly #surroundings: Surroundings
  readonly #maxWaitSeconds: number
  readonly #renewal = new SharedTask<StoredTokens>()
  #current: StoredTokens | null = null
  #dead: { readonly refreshToken: string; readonly failure: InvalidGrant } | null = null

  constructor(grant: Grant, store: TokenStore, surroundings: Surroundings, maxWaitSeconds: number) {
    this.#grant = grant
    this.#store = store
    this.#surroundings = surroundings
    this.#maxWaitSeconds = maxWaitSeconds
  }

  async tokens(signal?: AbortSignal): Promise<StoredTokens> {
    if (this.#current && this.#isAlive(this.#current)) return this.#current
    return this.#renew(null, signal)
  }

  /** After a 401: returns another token than the refused one. */
  async replace(refused: string, signal?: AbortSignal): Promise<StoredTokens> {
    const isOther = (tokens: StoredTokens | null) => tokens !== null && tokens.accessToken !== refused
    if (isOther(this.#current)) return this.tokens(signal)
    const renewed = await this.#renew(refused, signal)
    // A renewal that was already running may have read the refused token from the store.
    return isOther(renewed) ? renewed : this.#renew(refused, signal)
  }

  /** Stores the tokens of an exchanged code and uses them from now on. */
  async adopt(answer: TokenAnswer): Promise<StoredTokens> {
    const tokens = storedTokens(answer, this.#surroundings.now())
    await this.#store.locked(this.#grant.storeKey, () => this.#store.write(this.#grant.storeKey, tokens))
    this.#current = tokens
    return tokens
  }

  /** The current refresh token, if it is stored here. */
  async refreshToken(): Promise<string | undefined> {
    return this.#grant.knownRefreshToken(await this.#store.read(this.#grant.storeKey))
  }

  async forget(): Promise<void> {
    this.#current = null
    await this.#store.locked(this.#grant.storeKey, () => this.#store.write(this.#grant.storeKey, null))
  }

  #isAlive(tokens: StoredTokens): boolean {
    return this.#surroundings.now() < tokens.expiresAt
  }

  #renew(refused: string | null, signal: AbortSignal | undefined): Promise<StoredTokens> {
    return this.#renewal.join((shared) => this.#inTurn(() => this.#renewLocked(refused, shared), shared), signal)
  }

  /** Waiting for the lock is limited too, because its holder may wait longer than this caller allows. */
  async #inTurn<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const waiting = new AbortController()
    const leave = () => waiting.abort(signal.reason)
    const seconds = this.#maxWaitSeconds + TURN_SECONDS
    const timer = setTimeout(() => waiting.abort(new AskedToWait(SLOW_RENEWAL, undefined, {})), seconds * 1000)
    signal.addEventListener('abort', leave, { once: true })
    const begin = () => {
      clearTimeout(timer)
      return job()
    }
    try {
      return await this.#store.locked(this.#grant.storeKey, begin, waiting.signal)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
  }

  async #renewLocked(refused: string | null, signal: AbortSignal): Promise<StoredTokens> {
    const stored = await this.#store.read(this.#grant.storeKey)
    if (stored && stored.accessToken !== refused && this.#isAlive(stored)) {
      this.#current = stored
      return stored
    }
    const answer = await this.#ask(this.#grant.knownRefreshToken(stored), signal)
    const { refreshToken = stored?.refreshToken, ...tokens } = storedTokens(answer, this.#surroundings.now())
    this.#current = refreshToken === undefined ? tokens : { ...tokens, refreshToken }
    await this.#store.write(this.#grant.storeKey, this.#current)
    return this.#current
  }

  /** A token request may be repeated when its response was lost: at worst one token stays unused. */
  async #ask(refreshToken: string | undefined, signal: AbortSignal): Promise<TokenAnswer> {
    if (refreshToken === undefined) {
      throw new NotConnected(
        'Nobody has connected this application to the operator: send an admin to authorizationLink()',
      )
    }
    if (this.#dead?.refreshToken === refreshToken) throw this.#dead.failure
    const retryPolicy = { maxWaitSeconds: this.#maxWaitSeconds, isRepeatable: () => true, signal }
    try {
      return await withRetries(() => this.#grant.refresh(refreshToken, signal), retryPolicy, this.#surroundings)
    } catch (failure) {
      if (failure instanceof InvalidGrant) this.#dead = { refreshToken, failure }
      throw failure
    }
  }
}
