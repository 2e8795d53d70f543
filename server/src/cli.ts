/**
 * The host's command line (access-model §12): finds the command, reads its options, reports an error in one sentence.
 */
import { parseArgs } from 'node:util'
import { apiKeyCreate, apiKeyList, apiKeyRevoke, apiKeyShow } from './commands/api-key.ts'
import {
  applicationList,
  applicationPromote,
  applicationRegister,
  applicationResume,
  applicationSuspend,
} from './commands/application.ts'
import { backup, restore } from './commands/backup.ts'
import { batch } from './commands/batch.ts'
import { operatorExport } from './commands/carrying/operator-export.ts'
import { operatorImport } from './commands/carrying/operator-import.ts'
import { operatorRestore } from './commands/carrying/operator-restore.ts'
import { contactExport, userExport } from './commands/carrying/person-export.ts'
import type { Command, CommandOptions, Invocation, Terminal } from './commands/command.ts'
import { doctor } from './commands/doctor/doctor.ts'
import { COMMON_OPTIONS, commandHelp, groupHelp, overview, usageOf } from './commands/help.ts'
import { importCommand } from './commands/import.ts'
import { applicationDelete, applicationRenewSecret, applicationShow } from './commands/incidents/applications.ts'
import { grantEnd, grantList, grantShow } from './commands/incidents/grants.ts'
import { operatorDelete, operatorResume, operatorShow, operatorSuspend } from './commands/incidents/operators.ts'
import { revokeApplication, revokeBefore, revokeOperator } from './commands/incidents/revoke.ts'
import {
  apiKeyResume,
  apiKeySuspend,
  grantResume,
  grantSuspend,
  staffResume,
  staffSuspend,
  userResume,
  userSuspend,
} from './commands/incidents/suspend.ts'
import { migrateCommand } from './commands/migrate.ts'
import { operatorCreate, operatorLimit, operatorList } from './commands/operator.ts'
import { referenceImport } from './commands/reference.ts'
import { sandboxReset } from './commands/sandbox.ts'
import { serve } from './commands/serve.ts'
import { providerCreate, providerList, staffCreate, staffEndSessions, staffList, staffRole } from './commands/staff.ts'
import { userCreate, userList, userRemove, userRoles, userShow } from './commands/user.ts'
import { userEndSecondStep, userReset } from './commands/user-recovery.ts'
import { readConfig } from './config/config.ts'
import { ConfigError } from './config/environment.ts'
import { meantBy } from './domain/misspelt.ts'
import { explainStartFailure } from './starting/start-failure.ts'
import { VERSION } from './version.ts'

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['serve', serve],
  ['migrate', migrateCommand],
  ['doctor', doctor],
  ['backup', backup],
  ['restore', restore],
  ['operator create', operatorCreate],
  ['operator list', operatorList],
  ['operator show', operatorShow],
  ['operator limit', operatorLimit],
  ['operator suspend', operatorSuspend],
  ['operator resume', operatorResume],
  ['operator delete', operatorDelete],
  ['operator export', operatorExport],
  ['operator import', operatorImport],
  ['operator restore', operatorRestore],
  ['user create', userCreate],
  ['user list', userList],
  ['user show', userShow],
  ['user roles', userRoles],
  ['user suspend', userSuspend],
  ['user resume', userResume],
  ['user remove', userRemove],
  ['user reset', userReset],
  ['user export', userExport],
  ['user end-second-step', userEndSecondStep],
  ['contact export', contactExport],
  ['api-key create', apiKeyCreate],
  ['api-key list', apiKeyList],
  ['api-key show', apiKeyShow],
  ['api-key suspend', apiKeySuspend],
  ['api-key resume', apiKeyResume],
  ['api-key revoke', apiKeyRevoke],
  ['app register', applicationRegister],
  ['app list', applicationList],
  ['app promote', applicationPromote],
  ['app suspend', applicationSuspend],
  ['app resume', applicationResume],
  ['app show', applicationShow],
  ['app renew-secret', applicationRenewSecret],
  ['grant list', grantList],
  ['grant show', grantShow],
  ['grant suspend', grantSuspend],
  ['grant resume', grantResume],
  ['grant end', grantEnd],
  ['revoke operator', revokeOperator],
  ['revoke app', revokeApplication],
  ['revoke before', revokeBefore],
  ['app delete', applicationDelete],
  ['staff create', staffCreate],
  ['staff list', staffList],
  ['staff role', staffRole],
  ['staff suspend', staffSuspend],
  ['staff resume', staffResume],
  ['staff end-sessions', staffEndSessions],
  ['provider create', providerCreate],
  ['provider list', providerList],
  ['import', importCommand],
  ['reference import', referenceImport],
  ['sandbox reset', sandboxReset],
  ['batch', batch],
])

class UsageError extends Error {}

const find = (args: readonly string[]): { name: string; command: Command; rest: string[] } => {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const command = COMMANDS.get(name)
    if (command) return { name, command, rest: args.slice(words) }
  }
  if (args.length === 0) throw new UsageError(overview(COMMANDS))
  const group = groupOf(args[0] ?? '')
  const asked = args.slice(0, group.size > 0 || args.length > 1 ? 2 : 1).join(' ')
  const meant = meantBy(asked, [...COMMANDS.keys()]) ?? meantBy(args[0] ?? '', ONE_WORD_COMMANDS)
  const known = group.size > 0 ? `There are ${[...group.keys()].join(', ')}` : 'airside-server --help lists them'
  throw new UsageError(`There is no command "${asked}"${meant ? `: did you mean "${meant}"?` : '.'} ${known}.`)
}

const ONE_WORD_COMMANDS = [...COMMANDS.keys()].filter((name) => !name.includes(' '))

/** The commands that begin with a word; none where it is no group. */
const groupOf = (word: string): ReadonlyMap<string, Command> =>
  new Map([...COMMANDS].filter(([name]) => name.startsWith(`${word} `)))

/** What `operator` alone and `operator --help` answer; null where a command is named. */
const helpOfGroup = ([word = '', ...rest]: readonly string[]): string | null => {
  const group = groupOf(word)
  const asksOnly = rest.every((each) => each === '--help' || each === '-h')
  return group.size > 0 && asksOnly && !COMMANDS.has(word) ? groupHelp(word, group) : null
}

const parsedOptions = (options: CommandOptions) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [name, short ? { type, short } : { type }]),
  )

const parse = (name: string, command: Command, args: string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: parsedOptions({ ...COMMON_OPTIONS, ...command.options }),
      allowPositionals: true,
    })
    const given = values as Record<string, string | boolean | undefined>
    const stands = command.insteadOfArguments !== undefined && given[command.insteadOfArguments] !== undefined
    const wanted = stands ? 0 : command.arguments
    if (positionals.length !== wanted) throw new Error(`It takes ${wanted} argument(s)`)
    return { values: given, positionals }
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: ${usageOf(name, command)}`)
  }
}

/** Exit codes: 0 done, 1 failed, 2 wrong usage. */
export const runCli = async (args: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
  const print = (text: string): number => {
    terminal.stdout.write(`${text}\n`)
    return 0
  }
  try {
    if (args[0] === '--version') return print(VERSION)
    if (args[0] === '--help' || args[0] === '-h') return print(overview(COMMANDS))
    const ofGroup = helpOfGroup(args)
    if (ofGroup !== null) return print(ofGroup)
    const { name, command, rest } = find(args)
    if (rest.includes('--help') || rest.includes('-h')) return print(commandHelp(name, command))
    const { values, positionals } = parse(name, command, rest)
    const runOther: Invocation['runOther'] = (others, at) => runCli(others, env, at)
    const answer = await command.run({ config: readConfig(env), options: values, positionals, terminal, runOther })
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
