/** The two ways to access tokens: an API key of one operator, and an application's authorization code grant. */
import type { Grant } from './token-keeper.ts'
import { askAsApplication, askWithKey, type TokenRoute } from './token-request.ts'

export interface ApplicationCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Exactly as registered. Needed to connect an operator, not to use a connection. */
  readonly redirectUri?: string | undefined
  /** If you keep it yourself; otherwise it is read from the token store. */
  readonly refreshToken?: string | undefined
  /** Distinguishes connections to one operator: the user, if the application is personal. */
  readonly account?: string | undefined
}

/** Short, not secret, and the same in every process. */
const fingerprint = async (secret: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return Array.from(new Uint8Array(digest).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const keyGrant = async (route: TokenRoute, apiKey: string): Promise<Grant> => ({
  storeKey: `${route.origin} key ${await fingerprint(apiKey)}`,
  knownRefreshToken: () => apiKey,
  refresh: (refreshToken, signal) => askWithKey(route, refreshToken, signal),
})

const accountOf = async ({ refreshToken, account = '' }: ApplicationCredentials): Promise<string> =>
  refreshToken === undefined ? account : await fingerprint(refreshToken)

export const applicationGrant = async (route: TokenRoute, credentials: ApplicationCredentials): Promise<Grant> => ({
  storeKey: `${route.origin} application ${credentials.clientId} ${await accountOf(credentials)}`.trimEnd(),
  knownRefreshToken: (stored) => credentials.refreshToken ?? stored?.refreshToken,
  refresh: (refreshToken, signal) => {
    const { clientId, clientSecret } = credentials
    const fields = { grant_type: 'refresh_token', client_id: clientId, client_secret: clientSecret }
    return askAsApplication(route, { ...fields, refresh_token: refreshToken }, signal)
  },
})
