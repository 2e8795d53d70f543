/**
 * The host's command line (access-model §12): finds the command, reads its options, reports an error in one sentence.
 */
import { parseArgs } from 'node:util'
import { apiKeyCreate, apiKeyRevoke } from './commands/api-key.ts'
import {
  applicationPromote,
  applicationRegister,
  applicationResume,
  applicationSuspend,
} from './commands/application.ts'
import { backup, restore } from './commands/backup.ts'
import type { Command, CommandOptions, Terminal } from './commands/command.ts'
import { doctor } from './commands/doctor.ts'
import { migrateCommand } from './commands/migrate.ts'
import { operatorCreate, operatorLimit } from './commands/operator.ts'
import { referenceImport } from './commands/reference.ts'
import { sandboxReset } from './commands/sandbox.ts'
import { serve } from './commands/serve.ts'
import { providerCreate, staffCreate } from './commands/staff.ts'
import { userCreate, userRemove, userRoles } from './commands/user.ts'
import { userEndSecondStep, userReset } from './commands/user-recovery.ts'
import { ConfigError, readConfig } from './config.ts'
import { explainStartFailure } from './start-failure.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['serve', serve],
  ['migrate', migrateCommand],
  ['doctor', doctor],
  ['backup', backup],
  ['restore', restore],
  ['operator create', operatorCreate],
  ['operator limit', operatorLimit],
  ['user create', userCreate],
  ['user roles', userRoles],
  ['user remove', userRemove],
  ['user reset', userReset],
  ['user end-second-step', userEndSecondStep],
  ['api-key create', apiKeyCreate],
  ['api-key revoke', apiKeyRevoke],
  ['app register', applicationRegister],
  ['app promote', applicationPromote],
  ['app suspend', applicationSuspend],
  ['app resume', applicationResume],
  ['staff create', staffCreate],
  ['provider create', providerCreate],
  ['reference import', referenceImport],
  ['sandbox reset', sandboxReset],
])

const COMMON_OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies CommandOptions

const usage = (): string =>
  ['Usage: airside-server <command>', '', ...[...COMMANDS].map(([name, { usage }]) => `  ${name} ${usage}`)].join('\n')

class UsageError extends Error {}

const find = (args: readonly string[]): { name: string; command: Command; rest: string[] } => {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const command = COMMANDS.get(name)
    if (command) return { name, command, rest: args.slice(words) }
  }
  throw new UsageError(args.length === 0 ? usage() : `There is no command "${args.join(' ')}".\n\n${usage()}`)
}

const parse = (name: string, command: Command, args: string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...COMMON_OPTIONS, ...command.options },
      allowPositionals: true,
    })
    if (positionals.length !== command.arguments) throw new Error(`It takes ${command.arguments} argument(s)`)
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: airside-server ${name} ${command.usage}`)
  }
}

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
export const runCli = async (args: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const print = (text: string): number => {
    terminal.stdout.write(`${text}\n`)
    return 0
  }
  try {
    if (args[0] === '--help' || args[0] === '-h') return print(usage())
    const { name, command, rest } = find(args)
    if (rest.includes('--help') || rest.includes('-h')) return print(`Usage: airside-server ${name} ${command.usage}`)
    const { values, positionals } = parse(name, command, rest)
    const answer = await command.run({ config: readConfig(env), options: values, positionals, terminal })
    const answered = values.json ? JSON.stringify(answer.data) : answer.text
    if (answered) print(answered)
    return answer.exitCode ?? 0
  } catch (error) {
    terminal.stderr.write(
      `${error instanceof UsageError || error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`,
    )
    return error instanceof UsageError ? 2 : 1
  }
}
