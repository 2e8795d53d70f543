/** Routes for applications that authenticate with their client credentials (RFC 6749 §2.3.1). */
import type { OutgoingHttpHeaders } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import type { Exchange } from '../listening/exchange.ts'
import { sendFailure } from '../listening/failure-answer.ts'
import { guardedRoute, type Route, type RouteFacts } from '../listening/route.ts'
import { basicChallenge, type ClientRequest, clientRequest } from '../request/client-credentials.ts'

interface ClientFacts extends Omit<RouteFacts, 'method'> {
  /** Called with every refusal before it is sent; may add headers. */
  readonly onRefusal?: (exchange: Exchange, tenant: Tenant, error: unknown) => OutgoingHttpHeaders
}

export const clientRoute = (
  clients: Clients,
  { onRefusal, ...facts }: ClientFacts,
  handle: (exchange: Exchange, tenant: Tenant, request: ClientRequest) => Promise<void>,
): Route<Tenant> =>
  guardedRoute('client credentials', { method: 'POST', ...facts }, async (exchange, tenant) => {
    try {
      await handle(exchange, tenant, await clientRequest(clients, exchange, tenant))
    } catch (error) {
      const headers = onRefusal?.(exchange, tenant, error) ?? {}
      if (!(error instanceof Failure)) throw error
      sendFailure(exchange, error, facts.endpoint, { ...headers, ...basicChallenge(error) })
    }
  })
