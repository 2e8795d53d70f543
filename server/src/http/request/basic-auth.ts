import { isUtf8 } from 'node:buffer'
import { Failure } from '../../domain/failure.ts'
import { readAuthorization } from './authorization.ts'
import { formDecode } from './forms/urlencoded.ts'

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Far above client ID and secret with every character percent-encoded and then in base64. */
const MAX_BASIC_LENGTH = 1024

/** Reads client credentials sent by HTTP Basic (RFC 6749 §2.3.1). `null` without an Authorization header. */
export function basicCredentials(rawHeaders: readonly string[]): ClientCredentials | null {
  const authorization = readAuthorization(rawHeaders)
  if (!authorization) return null
  if (authorization.scheme !== 'basic') throw refuse('Authenticate the client by HTTP Basic or in the body')
  const pair = strictBase64(authorization.credentials)
  const colon = pair?.indexOf(':') ?? -1
  if (pair === undefined || colon < 1) throw refuse('The Basic credentials are not base64 of client_id:client_secret')
  // Both halves are form-encoded before they are joined: some clients send `_` as `%5F`.
  const clientId = formDecode(pair.slice(0, colon))
  const clientSecret = formDecode(pair.slice(colon + 1))
  if (clientId === undefined || clientSecret === undefined || `${clientId}${clientSecret}`.includes('\0')) {
    throw refuse('The two halves of the Basic credentials must be form-encoded text')
  }
  return { clientId, clientSecret }
}

/** `undefined` for anything but the one canonical, padded spelling of some UTF-8 text (RFC 4648 §3.5). */
function strictBase64(encoded: string): string | undefined {
  if (encoded.length > MAX_BASIC_LENGTH) return undefined
  const decoded = Buffer.from(encoded, 'base64')
  return decoded.toString('base64') === encoded && isUtf8(decoded) ? decoded.toString('utf8') : undefined
}

function refuse(description: string): Failure {
  return new Failure('invalid_client', description)
}
