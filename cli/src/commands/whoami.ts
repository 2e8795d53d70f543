/** Prints the operator, environment, scopes and expiry of the token. */
import type { Command } from '../command.ts'
import { identityOf } from '../identity.ts'
import { fieldsTable } from '../terminal/table.ts'

export const whoami: Command = {
  name: 'whoami',
  summary: 'say operator, environment and scopes',
  words: '',
  minWords: 0,
  maxWords: 0,
  options: {},
  examples: ['airside whoami', 'airside whoami --json'],
  run: async ({ client, terminal, isJson, signal }) => {
    const airside = await client()
    const identity = await identityOf(airside, signal)
    if (isJson) {
      terminal.say(JSON.stringify({ address: airside.origin, ...identity }))
      return undefined
    }
    const rows = {
      operator: `${identity.operatorName} (${identity.operatorId})`,
      environment: identity.environment,
      address: airside.origin,
      with: identity.applicationName ?? 'an API key',
      scopes: identity.scopes.join(' ') || 'none',
      'token until': identity.tokenExpiresAt,
    }
    for (const line of fieldsTable(rows, terminal.width, terminal.paint)) terminal.say(line)
    return undefined
  },
}
