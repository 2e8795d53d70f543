/** The requests sent to our server and to peers with the same API. */
import { type GrantHolder, hostOf, type KeyHolder, type TokenHolder } from '../population.ts'
import type { RequestTemplate } from './traffic.ts'

const FORM = 'application/x-www-form-urlencoded'

/** `body` is the whole of it, as JSON. */
export const rawQueryRequest = ({ tenant, accessToken }: TokenHolder, body: string): RequestTemplate => ({
  path: '/api/graphql/',
  headers: { host: hostOf(tenant), authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
  body,
})

export const queryRequest = (holder: TokenHolder, query: string): RequestTemplate =>
  rawQueryRequest(holder, JSON.stringify({ query }))

export const keyRequest = ({ tenant, refreshToken }: KeyHolder): RequestTemplate => ({
  path: '/access_token/refresh/',
  headers: { host: hostOf(tenant), 'content-type': FORM },
  body: `refresh_token=${refreshToken}`,
})

const grantFields = ({ clientId, clientSecret, refreshToken }: Omit<GrantHolder, 'tenant'>) => ({
  grant_type: 'refresh_token',
  client_id: clientId,
  client_secret: clientSecret,
  refresh_token: refreshToken,
})

export const grantRequest = (holder: GrantHolder): RequestTemplate => ({
  path: '/oauth2/code/token/',
  headers: { host: hostOf(holder.tenant), 'content-type': FORM },
  body: new URLSearchParams(grantFields(holder)).toString(),
})

const BOUNDARY = '------------------------bench0123456789'

/** As `curl -F` writes it. */
export const multipartGrantRequest = (holder: GrantHolder): RequestTemplate => {
  const parts = Object.entries(grantFields(holder)).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    path: '/oauth2/code/token/',
    headers: { host: hostOf(holder.tenant), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  }
}

/** For libraries with a client of their own. */
export const libraryGrantRequest = (path: string, refreshToken: string): RequestTemplate => ({
  path,
  headers: { host: '127.0.0.1', 'content-type': FORM },
  body: new URLSearchParams(
    grantFields({ clientId: 'bench', clientSecret: 'bench-secret-of-some-length', refreshToken }),
  ).toString(),
})
