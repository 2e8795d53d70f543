/** Deletes a profile. Also ends an application's connection at the service; a key is revoked by the operator only. */
import { applicationClient } from '../client-of.ts'
import type { Command } from '../command.ts'

export const logout: Command = {
  name: 'logout',
  summary: 'forget a profile, disconnect an application',
  words: '[<profile>]',
  minWords: 0,
  maxWords: 1,
  completeWords: 'profile',
  options: {},
  examples: ['airside logout alpine.sandbox'],
  run: async ({ profiles, words, text, terminal, isJson, signal }) => {
    const choice = {
      profile: words[0] ?? text('profile'),
      operator: text('operator'),
      environment: text('environment'),
    }
    const { name, profile } = await profiles.choose(choice)
    if (profile.kind === 'application') await applicationClient(profile, profiles).disconnect(signal)
    await profiles.remove(name)
    if (isJson) terminal.say(JSON.stringify({ forgotten: name }))
    else {
      terminal.say(`Forgot ${name}.`)
      if (profile.kind === 'key')
        terminal.say('The API key itself still works: an administrator can revoke it in the console.')
    }
    return undefined
  },
}
