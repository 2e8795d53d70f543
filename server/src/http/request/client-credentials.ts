/** Client credentials in the body or by HTTP Basic, not both (RFC 6749 §2.3.1). */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../../domain/failure.ts'
import { MAX_TOKEN_BODY_BYTES } from '../../domain/limits.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { Actor } from '../../services/audit-trail.ts'
import type { ClientCredentials, Clients } from '../../services/oauth/client-authentication.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import type { Exchange } from '../listening/exchange.ts'
import { basicCredentials } from './basic-auth.ts'
import { readBody } from './body.ts'
import { parseForm } from './forms/form.ts'
import { refuseSecretInQuery } from './secret-in-query.ts'

export type Fields = ReadonlyMap<string, string>

export interface ClientRequest {
  readonly fields: Fields
  readonly client: ApplicationRow
  /** The client as the actor in the audit log. */
  readonly actor: Actor
}

/** RFC 6749 §3.1: a parameter without a value counts as omitted. */
export const field = (fields: Fields, name: string): string | null => fields.get(name) || null

export const requiredField = (fields: Fields, name: string): string => {
  const value = field(fields, name)
  if (value === null) throw new Failure('invalid_request', `${name} is missing`)
  return value
}

const credentialsIn = (req: IncomingMessage, fields: Fields): ClientCredentials => {
  const basic = basicCredentials(req.rawHeaders)
  const clientId = field(fields, 'client_id')
  const clientSecret = field(fields, 'client_secret')
  if (basic) {
    if (clientSecret !== null) {
      throw new Failure('invalid_request', 'Send the client secret in the body or by Basic, not both')
    }
    // An identifier alone does not count as a second authentication: requests-oauthlib repeats it beside Basic.
    if (clientId === null || clientId === basic.clientId) return basic
    throw new Failure('invalid_request', 'client_id in the body is not the one that Basic names')
  }
  if (clientId === null || clientSecret === null) {
    throw new Failure('invalid_client', `${clientId === null ? 'client_id' : 'client_secret'} is missing`)
  }
  return { clientId, clientSecret }
}

/** Reads the form of a request and authenticates its client. */
export const clientRequest = async (clients: Clients, exchange: Exchange, tenant: Tenant): Promise<ClientRequest> => {
  const { req } = exchange
  refuseSecretInQuery(req.url ?? '')
  const body = await readBody(exchange, MAX_TOKEN_BODY_BYTES)
  const fields = parseForm(req.headers['content-type'], body, ['multipart', 'urlencoded'])
  const credentials = credentialsIn(req, fields)
  const client = await clients.authenticate(tenant, credentials, exchange.clientAddress)
  exchange.noted.actorKey = client.client_id
  const { clientAddress: address, requestId } = exchange
  return { fields, client, actor: { kind: 'application', id: client.client_id, address, requestId } }
}

/** Every 401 names an authentication scheme (RFC 9110 §15.5.2). */
export const basicChallenge = (failure: Failure): Record<string, string> =>
  failure.code === 'invalid_client' ? { 'www-authenticate': 'Basic realm="airside"' } : {}
