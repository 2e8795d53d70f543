/** A client for an application at one operator: adds connecting and disconnecting to what every client can do. */

import { Client } from './client.ts'
import { Misuse, UnexpectedAnswer } from './failures.ts'
import { withRetries } from './retries.ts'
import {
  type AuthorizationLink,
  authorizationLink,
  codeFromCallback,
  exchangeCode,
  type PendingAuthorization,
} from './tokens/authorization.ts'
import type { ApplicationCredentials } from './tokens/grants.ts'
import type { TokenKeeper } from './tokens/token-keeper.ts'
import type { TokenRoute } from './tokens/token-request.ts'
import type { StoredTokens } from './tokens/token-store.ts'
import { exchange } from './transport.ts'

export class ApplicationClient extends Client {
  readonly #application: ApplicationCredentials
  readonly #tokenRoute: TokenRoute
  readonly #tokenKeeper: () => Promise<TokenKeeper>
  readonly #maxWaitSeconds: number

  constructor(
    route: TokenRoute,
    keeper: () => Promise<TokenKeeper>,
    maxWaitSeconds: number,
    application: ApplicationCredentials,
  ) {
    super(route, keeper, maxWaitSeconds)
    this.#application = application
    this.#tokenRoute = route
    this.#tokenKeeper = keeper
    this.#maxWaitSeconds = maxWaitSeconds
  }

  /**
   * Creates the link for the administrator's browser, and the pending state to keep in their session until the
   * callback.
   */
  authorizationLink(scopes: readonly string[]): Promise<AuthorizationLink> {
    return authorizationLink(this.origin, this.#application, scopes)
  }

  /**
   * Takes the callback's address, exchanges the code and keeps the tokens in the store. Also returns the refresh
   * token, for callers that keep it themselves.
   */
  async completeAuthorization(
    callback: string | URL | URLSearchParams,
    pending: PendingAuthorization,
    signal?: AbortSignal,
  ): Promise<StoredTokens> {
    if (pending.issuer !== this.origin) throw new Misuse(`This link was for ${pending.issuer}, not ${this.origin}`)
    const code = codeFromCallback(callback, pending)
    // If the response is lost its tokens are lost too: the retry uses the code a second time, which revokes them and
    // fails (access-model §4).
    const retryPolicy = { maxWaitSeconds: this.#maxWaitSeconds, isRepeatable: () => true, signal }
    const route = this.#tokenRoute
    const answer = await withRetries(
      () => exchangeCode(route, this.#application, { pending, code }, signal),
      retryPolicy,
      route.surroundings,
    )
    if (answer.refreshToken === undefined) throw new UnexpectedAnswer('The code exchange gave no refresh token')
    return (await this.#tokenKeeper()).adopt(answer)
  }

  /** Revokes the refresh token at the service (RFC 7009) and deletes it here. */
  async disconnect(signal?: AbortSignal): Promise<void> {
    const keeper = await this.#tokenKeeper()
    const token = await keeper.refreshToken()
    if (token !== undefined) await this.#revoke(token, signal)
    await keeper.forget()
  }

  async #revoke(token: string, signal: AbortSignal | undefined): Promise<void> {
    const route = this.#tokenRoute
    const { clientId, clientSecret } = this.#application
    const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
    const { status, requestId } = await exchange(route, '/oauth2/revoke/', { method: 'POST', body }, signal)
    if (status === 200) return
    throw new UnexpectedAnswer(`${route.origin} answered ${status} to the revocation: nothing was forgotten`, {
      status,
      requestId,
    })
  }
}
