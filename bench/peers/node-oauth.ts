/** @node-oauth/oauth2-server with a refresh grant in memory, refresh tokens kept. Argument: the file it writes its refresh tokens to. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import OAuth2Server from '@node-oauth/oauth2-server'
import { serve } from './http-server.ts'

const REFRESH_TOKENS = 500

const client = { id: 'bench', grants: ['refresh_token'] }
const SECRET = 'bench-secret-of-some-length'
const user = { id: 'person' }

const refreshTokens = new Map<string, object>()
const accessTokens = new Map<string, object>()
for (let index = 0; index < REFRESH_TOKENS; index++) {
  const refreshToken = randomBytes(24).toString('base64url')
  const refreshTokenExpiresAt = new Date(Date.now() + 30 * 24 * 3_600_000)
  refreshTokens.set(refreshToken, { refreshToken, refreshTokenExpiresAt, scope: ['flight:read'], client, user })
}
writeFileSync(process.argv[2] ?? '', JSON.stringify([...refreshTokens.keys()]))

const oauth = new OAuth2Server({
  accessTokenLifetime: 1800,
  alwaysIssueNewRefreshToken: false,
  model: {
    getClient: async (id: string, secret: string) => (id === client.id && secret === SECRET ? client : null),
    getRefreshToken: async (token: string) => refreshTokens.get(token) ?? null,
    revokeToken: async () => true,
    saveToken: async (token: { accessToken: string }) => {
      const saved = { ...token, client, user }
      accessTokens.set(token.accessToken, saved)
      return saved
    },
  },
})

serve((req, body, answer) => {
  const request = new OAuth2Server.Request({
    method: 'POST',
    headers: req.headers,
    query: {},
    body: Object.fromEntries(new URLSearchParams(body)),
  })
  const response = new OAuth2Server.Response()
  oauth.token(request, response).then(
    () => answer(200, { ...response.headers, 'content-type': 'application/json' }, JSON.stringify(response.body)),
    (error: Error) => answer(400, {}, error.message),
  )
})
