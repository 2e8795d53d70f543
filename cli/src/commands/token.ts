/** Prints the current access token, for other programs: `curl -H "Authorization: Bearer $(airside token)" …`. */
import type { Command } from '../command.ts'

export const token: Command = {
  name: 'token',
  summary: 'print the access token in use',
  words: '',
  minWords: 0,
  maxWords: 0,
  options: {},
  examples: [
    'curl -H "Authorization: Bearer $(airside token)" http://alpine.localhost:8080/api/graphql/ --json \'{"query": "{ operator { name } }"}\'',
  ],
  run: async ({ client, terminal, isJson, signal }) => {
    const airside = await client()
    const { accessToken, expiresAt, scope } = await airside.tokens(signal)
    const told = {
      access_token: accessToken,
      expires_at: new Date(expiresAt).toISOString(),
      scope,
      address: airside.origin,
    }
    terminal.say(isJson ? JSON.stringify(told) : accessToken)
    return undefined
  },
}
