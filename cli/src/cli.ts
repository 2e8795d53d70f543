/** Finds the command, reads its options, runs it, and reports errors with a next step. */
import { parseArgs } from 'node:util'
import { chosenConnection, clientOf, maxWaitFrom } from './client-of.ts'
import { COMMON_OPTIONS, type Command, type Invocation, type Options } from './command.ts'
import { COMMANDS } from './commands.ts'
import { commandHelp, overview } from './help.ts'
import { nearNames } from './near-names.ts'
import { EXIT, GENERAL_HELP, misuse, Problem, problemOf } from './problem.ts'
import { Profiles } from './profiles.ts'
import type { Terminal } from './terminal/terminal.ts'
import { visibleText } from './terminal/visible-text.ts'
import { VERSION } from './version.ts'

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

const find = (args: readonly string[]): { command: Command; rest: string[] } => {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const command = COMMANDS.find((candidate) => candidate.name === name)
    if (command) return { command, rest: args.slice(words) }
  }
  const [first = '', second] = args
  if (first.startsWith('-')) {
    throw misuse(
      `The command comes before ${first}`,
      'Options stand after it, e.g. airside whoami --environment sandbox',
    )
  }
  const near = nearNames(
    first,
    COMMANDS.map(({ name }) => name),
  )
  const hint = near.length > 0 ? `Did you mean ${near.map((name) => `airside ${name}`).join(' or ')}?` : undefined
  const isHalfKnown = COMMANDS.some(({ name }) => name.startsWith(`${first} `))
  throw misuse(`There is no command "${isHalfKnown && second !== undefined ? `${first} ${second}` : first}"`, hint)
}

const helpOf = ({ name }: Command): string => `Run airside ${name} --help`

/** "Did you mean --environment?", or where all options are explained. */
const optionHint = (command: Command, options: Options, sentence: string): string => {
  const typed = /^Unknown option '--([\w-]+)'/.exec(sentence)?.[1]
  const near = typed === undefined ? [] : nearNames(typed, Object.keys(options))
  return near.length > 0 ? `Did you mean ${near.map((name) => `--${name}`).join(' or ')}?` : helpOf(command)
}

const parseOptions = (command: Command, args: string[]): { values: Values; positionals: string[] } => {
  const options: Options = { ...COMMON_OPTIONS, ...command.options }
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short ? { short } : {}), ...(multiple ? { multiple } : {}) },
    ]),
  )
  try {
    return parseArgs({ args, options: known, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. To specify')
    throw misuse(sentence.replace(/\.$/, ''), optionHint(command, options, sentence))
  }
}

interface Called {
  readonly terminal: Terminal
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly values: Values
  readonly words: readonly string[]
}

const invocationOf = ({ terminal, env, signal, values, words }: Called): Invocation => {
  const profiles = new Profiles(env)
  const text = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : undefined)
  return {
    terminal,
    env,
    profiles,
    signal,
    words,
    isJson: values.json === true,
    text,
    texts: (name) => (Array.isArray(values[name]) ? (values[name] as string[]) : []),
    flag: (name) => values[name] === true,
    client: async () => {
      const choice = { profile: text('profile'), operator: text('operator'), environment: text('environment') }
      const maxWaitSeconds = maxWaitFrom(text('max-wait'))
      const { profile } = await chosenConnection(profiles, env, choice, text('service'))
      return clientOf(profile, profiles, maxWaitSeconds)
    },
  }
}

const printProblem = (problem: Problem, terminal: Terminal, isJson: boolean): void => {
  const { message, nextStep, details } = problem
  if (isJson) {
    terminal.aside(JSON.stringify({ error: { message, nextStep, ...details } }))
    return
  }
  const requestId = typeof details.requestId === 'string' ? ` [${details.requestId}]` : ''
  terminal.aside(`${terminal.paintAside('red', 'Error:')} ${visibleText(message)}${requestId}`)
  terminal.aside(`${terminal.paintAside('dim', 'Next:')}  ${visibleText(nextStep)}`)
}

const runCommand = async (args: readonly string[], terminal: Terminal, env: NodeJS.ProcessEnv, signal: AbortSignal) => {
  const [first] = args
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const named = first === 'help' && args.length > 1 ? find(args.slice(1)).command : null
    terminal.say(named ? commandHelp(named, terminal.paint) : overview(COMMANDS, terminal.paint))
    return EXIT.done
  }
  if (first === '--version' || first === '-V') {
    terminal.say(VERSION)
    return EXIT.done
  }
  const { command, rest } = find(args)
  const { values, positionals } = parseOptions(command, rest)
  if (values.help) {
    terminal.say(commandHelp(command, terminal.paint))
    return EXIT.done
  }
  if (positionals.length < command.minWords || positionals.length > command.maxWords) {
    const what = positionals.length < command.minWords ? 'Something is missing' : 'These are too many words'
    const [example] = command.examples
    const hint = example === undefined ? helpOf(command) : `For example: ${example}`
    throw misuse(`${what}: airside ${command.name} ${command.words}`.trimEnd(), hint)
  }
  try {
    return (await command.run(invocationOf({ terminal, env, signal, values, words: positionals }))) ?? EXIT.done
  } catch (error) {
    if (error instanceof Problem && error.nextStep === GENERAL_HELP) throw misuse(error.message, helpOf(command))
    throw error
  }
}

export const runCli = async (
  args: readonly string[],
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<number> => {
  try {
    return await runCommand(args, terminal, env, signal)
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted
    const problem = problemOf(error)
    if (problem === null) throw error
    printProblem(problem, terminal, args.includes('--json'))
    return problem.exitCode
  } finally {
    terminal.done()
  }
}
