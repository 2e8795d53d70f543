/** Prints a shell script that completes commands, options, files and profiles. */
import type { Command } from '../command.ts'
import { SHELLS, scriptFor } from '../completion-script.ts'
import { misuse } from '../problem.ts'

export const completionFor = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'print a completion script for the shell',
  words: `<${SHELLS.join(' | ')}>`,
  minWords: 1,
  maxWords: 1,
  completeWords: SHELLS,
  options: {},
  examples: [
    'airside completion bash > ~/.local/share/bash-completion/completions/airside',
    'airside completion zsh > ~/.zfunc/_airside',
    'airside completion fish > ~/.config/fish/completions/airside.fish',
  ],
  run: async ({ words, terminal, isJson }) => {
    const shell = SHELLS.find((candidate) => candidate === words[0])
    if (!shell) throw misuse(`There is completion for ${SHELLS.join(', ')}, not for "${words[0]}"`)
    const script = scriptFor(shell, commands())
    terminal.say(isJson ? JSON.stringify({ shell, script }) : script)
    return undefined
  },
})
