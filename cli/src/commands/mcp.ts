/** Serves the documentation, scopes and queries to an assistant, over the Model Context Protocol (ADR 140). */
import { chosenConnection, clientOf } from '../client-of.ts'
import type { Command } from '../command.ts'
import { serveTools } from '../mcp/protocol.ts'
import { toolsFor } from '../mcp/tools.ts'
import { misuse } from '../problem.ts'
import { VERSION } from '../version.ts'

const documentationOf = (service: string): string => {
  const { protocol, host } = new URL(service)
  return `${protocol}//developers.${host}`
}

export const mcp: Command = {
  name: 'mcp',
  summary: 'serve documentation, scopes and queries to an assistant (MCP)',
  words: '',
  minWords: 0,
  maxWords: 0,
  options: {
    production: { type: 'boolean', text: 'ask the production address; without it only the sandbox' },
    'allow-writes': { type: 'boolean', text: 'offer mutations too; clients ask before each' },
  },
  examples: ['airside mcp --operator alpine --production < /dev/null'],
  run: async ({ terminal, env, profiles, signal, text, flag }) => {
    const environment = flag('production') ? 'production' : 'sandbox'
    const choice = { profile: text('profile'), operator: text('operator'), environment }
    const { profile } = await chosenConnection(profiles, env, choice, text('service'))
    // A profile that is named, or a key of the environment, may be of the other one.
    const isLive =
      profile.environment === 'production' || (profile.kind === 'key' && profile.apiKey.startsWith('air_live_'))
    if (isLive && environment === 'sandbox')
      throw misuse('This profile is of production', 'Choose a profile of the sandbox, or say --production')
    const client = clientOf(profile, profiles)
    const mayWrite = flag('allow-writes')
    const tools = toolsFor({ client, documentation: documentationOf(profile.service), mayWrite, signal })
    const instructions = `The operator API of ${client.origin} (${profile.environment}). Read the documentation before you write a document, and find its least scopes.`
    const say = (line: string) => terminal.say(line)
    await serveTools({ version: VERSION, instructions, tools }, terminal.input, say, signal)
    return undefined
  },
}
