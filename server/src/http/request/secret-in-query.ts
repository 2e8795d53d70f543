import { Failure } from '../../domain/failure.ts'

const SECRET_PARAMETERS = ['access_token', 'refresh_token', 'client_secret'] as const

/**
 * Refuses a request with a secret in its URL: URLs end up in logs and histories, so accepting it would teach clients to
 * leak it (RFC 6750 §2.3 and §5.3, RFC 6749 §2.3.1).
 */
export function refuseSecretInQuery(requestTarget: string): void {
  const question = requestTarget.indexOf('?')
  if (question === -1) return
  const query = new URLSearchParams(requestTarget.slice(question + 1))
  const secret = SECRET_PARAMETERS.find((name) => query.has(name))
  if (secret === undefined) return
  throw new Failure('invalid_request', `Do not send ${secret} in the address, and replace it: it may have been logged`)
}
