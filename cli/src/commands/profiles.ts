/** Lists the profiles and chooses the default one. */
import type { Command } from '../command.ts'
import { tableOf } from '../terminal/table.ts'

export const profileList: Command = {
  name: 'profiles',
  summary: 'list profiles, or choose one',
  words: '[<profile>]',
  minWords: 0,
  maxWords: 1,
  completeWords: 'profile',
  options: { names: { type: 'boolean', text: 'names alone, one per line' } },
  examples: ['airside profiles', 'airside profiles alpine'],
  run: async ({ profiles, words, terminal, isJson, flag }) => {
    if (words[0] !== undefined) await profiles.use(words[0])
    const { current, profiles: all } = await profiles.all()
    const rows = Object.entries(all).map(([name, { kind, operator, environment, service }]) => ({
      profile: name,
      isCurrent: name === current,
      operator,
      environment,
      service,
      with: kind === 'key' ? 'API key' : 'application',
    }))
    if (isJson) terminal.say(JSON.stringify(rows))
    else if (flag('names')) for (const { profile } of rows) terminal.say(profile)
    else if (rows.length === 0) terminal.aside('There are none yet. Run airside login <operator>')
    else {
      const shown = rows.map(({ isCurrent, ...row }) => ({ '': isCurrent ? '*' : '', ...row }))
      for (const line of tableOf(shown, terminal.width, terminal.paint)) terminal.say(line)
    }
    return undefined
  },
}
