/** Generates help from the commands. */
import { COMMON_OPTIONS, type Command, type Options } from './command.ts'
import type { Paint } from './terminal/terminal.ts'

const GAP = 2

const table = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length)) + GAP
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)
}

const optionName = (name: string, { short, value }: Options[string]): string =>
  `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`

const optionRows = (options: Options): string[] =>
  table(Object.entries(options).map(([name, option]) => [optionName(name, option), option.text]))

export const overview = (commands: readonly Command[], paint: Paint): string =>
  [
    'The operator API from a terminal.',
    '',
    `${paint('bold', 'Usage')}  airside <command> [options]`,
    '',
    paint('bold', 'Commands'),
    ...table(commands.map(({ name, words, summary }) => [`${name} ${words}`.trim(), summary])),
    '',
    paint('bold', 'Options of every command'),
    ...optionRows(COMMON_OPTIONS),
    '',
    paint('bold', 'Begin'),
    '  airside login alpine              asks for an API key of the operator "alpine"',
    '  airside query \'{ echo(text: "hi") }\'',
    '',
    'Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not signed in, 4 scopes lacking, 130 interrupted.',
  ].join('\n')

export const commandHelp = (command: Command, paint: Paint): string =>
  [
    command.summary,
    '',
    `${paint('bold', 'Usage')}  airside ${command.name} ${command.words}`.trimEnd(),
    ...(Object.keys(command.options).length > 0 ? ['', paint('bold', 'Options'), ...optionRows(command.options)] : []),
    '',
    paint('bold', 'Options of every command'),
    ...optionRows(COMMON_OPTIONS),
    '',
    paint('bold', 'Examples'),
    ...command.examples.map((line) => `  ${line}`),
  ].join('\n')
