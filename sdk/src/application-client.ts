/** An application at one operator: what every client can do, and how the connection begins and ends. */

import { Client } from './client.ts'
import { Misuse, UnexpectedAnswer } from './failures.ts'
import { persevere } from './patience.ts'
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
  readonly #patienceSeconds: number

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
    this.#patienceSeconds = maxWaitSeconds
  }

  /** Where to send an administrator's browser, and what to keep in their session until they come back. */
  authorizationLink(scopes: readonly string[]): Promise<AuthorizationLink> {
    return authorizationLink(this.origin, this.#application, scopes)
  }

  /**
   * With the address that the browser came back to. Exchanges the code and keeps the tokens in the store; the
   * refresh token is also answered, for those who keep it themselves.
   */
  async completeAuthorization(
    callback: string | URL | URLSearchParams,
    pending: PendingAuthorization,
    signal?: AbortSignal,
  ): Promise<StoredTokens> {
    if (pending.issuer !== this.origin) throw new Misuse(`This link was for ${pending.issuer}, not ${this.origin}`)
    const code = codeFromCallback(callback, pending)
    // If an answer is lost its tokens are lost too: a second use of the code ends them, and says so (access-model §4).
    const patience = { maxWaitSeconds: this.#patienceSeconds, isRepeatable: () => true, signal }
    const route = this.#tokenRoute
    const answer = await persevere(
      () => exchangeCode(route, this.#application, pending, code, signal),
      patience,
      route.surroundings,
    )
    if (answer.refreshToken === undefined) throw new UnexpectedAnswer('The code exchange gave no refresh token')
    return (await this.#tokenKeeper()).adopt(answer)
  }

  /** Ends the refresh token at the service (RFC 7009) and forgets it here. */
  async disconnect(signal?: AbortSignal): Promise<void> {
    const keeper = await this.#tokenKeeper()
    const token = await keeper.refreshToken()
    if (token !== undefined) await this.#revoke(token, signal)
    await keeper.forget()
  }

  async #revoke(token: string, signal: AbortSignal | undefined): Promise<void> {
    const { surroundings, origin, timeoutSeconds } = this.#tokenRoute
    const { clientId, clientSecret } = this.#application
    const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret })
    const url = `${origin}/oauth2/revoke/`
    const { status, requestId } = await exchange(surroundings, url, { method: 'POST', body }, timeoutSeconds, signal)
    if (status === 200) return
    throw new UnexpectedAnswer(`${origin} answered ${status} to the revocation: nothing was forgotten`, {
      status,
      requestId,
    })
  }
}
