import { notExchanged, unknownToken } from '../../services/oauth/verify.ts'
import { readAuthorization } from './authorization.ts'
import { refuseSecretInQuery } from './secret-in-query.ts'

/** Access tokens have about 60 characters; nothing longer can be one. */
const MAX_TOKEN_LENGTH = 256
/** Where a secret of ours says what it is: `air_live_ak_…`. */
const KIND_AT = 'air_live_'.length
/** RFC 6750 §2.1, b64token. */
const B64TOKEN = /^[\w.~+/-]+=*$/

/**
 * Takes the access token from the Authorization header, the only accepted place (RFC 6750 §2.1). `null` for a missing
 * or empty header or another scheme: RFC 6750 §3.1 wants such a client challenged without an error code.
 */
export function bearerToken(rawHeaders: readonly string[], requestTarget: string): string | null {
  refuseSecretInQuery(requestTarget)
  const authorization = readAuthorization(rawHeaders)
  if (authorization?.scheme !== 'bearer') return null
  const token = authorization.credentials
  if (token === '') return null
  if (token.length > MAX_TOKEN_LENGTH || !B64TOKEN.test(token)) throw unknownToken()
  if (token.startsWith('ak_', KIND_AT)) throw notExchanged('API key')
  if (token.startsWith('rt_', KIND_AT)) throw notExchanged('refresh token')
  return token
}
