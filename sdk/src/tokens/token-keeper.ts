/**
 * Keeps one access token in use for its whole validity (access-model §5). A new one is asked for only when
 * the old has expired or was answered 401; by one caller of one process at a time, inside the store's lock, after
 * reading there whether somebody else has done it already.
 */
import { AskedToWait, InvalidGrant, NotConnected } from '../failures.ts'
import { persevere } from '../patience.ts'
import type { Surroundings } from '../surroundings.ts'
import { SharedTask } from './shared-task.ts'
import type { TokenAnswer } from './token-request.ts'
import type { StoredTokens, TokenStore } from './token-store.ts'

/** Where new access tokens come from: an API key, or an application's refresh token. */
export interface Grant {
  /** Under which the tokens are stored: the address, and what of the credentials is not secret. */
  readonly storeKey: string
  /** From the options or the store; undefined where nobody has connected yet. */
  knownRefreshToken(stored: StoredTokens | null): string | undefined
  refresh(refreshToken: string, signal: AbortSignal): Promise<TokenAnswer>
}

/** What a renewal takes where nothing has to be waited for. */
const TURN_SECONDS = 10
const SLOW_RENEWAL = 'Another process has been renewing the access token for too long: try again, or allow more waiting'

export const storedTokens = (answer: TokenAnswer, now: number): StoredTokens => ({
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

  /** After a 401: another token than the refused one. */
  async replace(refused: string, signal?: AbortSignal): Promise<StoredTokens> {
    const isOther = (tokens: StoredTokens | null) => tokens !== null && tokens.accessToken !== refused
    if (isOther(this.#current)) return this.tokens(signal)
    const renewed = await this.#renew(refused, signal)
    // A renewal that was under way for another reason may have met the refused one in the store.
    return isOther(renewed) ? renewed : this.#renew(refused, signal)
  }

  /** What an exchanged code gave; from now on in use. */
  async adopt(answer: TokenAnswer): Promise<StoredTokens> {
    const tokens = storedTokens(answer, this.#surroundings.now())
    await this.#store.locked(this.#grant.storeKey, () => this.#store.write(this.#grant.storeKey, tokens))
    this.#current = tokens
    return tokens
  }

  /** The refresh token in use, where it is kept here. */
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

  /** The turn is waited for within bounds too: whoever has it may be patient for longer than we are. */
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

  /** A token request may be repeated when its answer was lost: at worst a token stays unused. */
  async #ask(refreshToken: string | undefined, signal: AbortSignal): Promise<TokenAnswer> {
    if (refreshToken === undefined) {
      throw new NotConnected(
        'Nobody has connected this application to the operator: send an admin to authorizationLink()',
      )
    }
    if (this.#dead?.refreshToken === refreshToken) throw this.#dead.failure
    const patience = { maxWaitSeconds: this.#maxWaitSeconds, isRepeatable: () => true, signal }
    try {
      return await persevere(() => this.#grant.refresh(refreshToken, signal), patience, this.#surroundings)
    } catch (failure) {
      if (failure instanceof InvalidGrant) this.#dead = { refreshToken, failure }
      throw failure
    }
  }
}
