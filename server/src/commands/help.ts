/** Help, written from what commands declare. */
import type { Command, CommandOptions } from './command.ts'

export const COMMON_OPTIONS = {
  json: { type: 'boolean', text: 'the result as JSON', optional: true },
  help: { type: 'boolean', short: 'h', text: 'this page', optional: true },
} as const satisfies CommandOptions

const MAX_LINE_CHARACTERS = 100

const optionName = (name: string, { value }: CommandOptions[string]): string => `--${name}${value ? ` ${value}` : ''}`

/** How it is called; what can be left out is in brackets. */
export const usageOf = (name: string, { words, options }: Command): string => {
  const parts = Object.entries(options).map(([option, entry]) => {
    const shown = optionName(option, entry)
    return entry.optional ? `[${shown}]` : shown
  })
  return ['airside-server', name, ...(words ? [words] : []), ...parts].join(' ')
}

/** Breaks a text between words. */
const broken = (text: string, width: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

const table = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.flatMap(([left, right]) =>
    broken(right, MAX_LINE_CHARACTERS - width - 2).map(
      (line, index) => `  ${(index === 0 ? left : '').padEnd(width)}${line}`,
    ),
  )
}

const optionRows = (options: CommandOptions): string[] =>
  table(Object.entries(options).map(([name, option]) => [optionName(name, option), option.text]))

export const overview = (commands: ReadonlyMap<string, Command>): string =>
  [
    "The host's commands. Each prepares an empty store by itself and works while a server runs.",
    '',
    'Usage: airside-server <command> [options]',
    '',
    ...table([...commands].map(([name, { summary }]) => [name, summary])),
    '',
    'airside-server <command> --help explains one of them, --version names the release. The settings are environment variables: see the README.',
    'Exit codes: 0 done, 1 failed, 2 called wrongly.',
  ].join('\n')

/** The commands of one group, such as all about operators. */
export const groupHelp = (group: string, commands: ReadonlyMap<string, Command>): string =>
  [
    `Usage: airside-server ${group} <command> [options]`,
    '',
    ...table([...commands].map(([name, { summary }]) => [name, summary])),
    '',
    `airside-server ${group} <command> --help explains one of them with its options and examples.`,
  ].join('\n')

export const commandHelp = (name: string, command: Command): string =>
  [
    ...broken(command.summary, MAX_LINE_CHARACTERS),
    '',
    `Usage: ${usageOf(name, command)}`,
    '',
    'Options',
    ...optionRows({ ...command.options, ...COMMON_OPTIONS }),
    '',
    'Examples',
    ...command.examples.map((line) => `  ${line}`),
  ].join('\n')
