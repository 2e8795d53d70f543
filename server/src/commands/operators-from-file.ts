/** Operators out of a file: created with their settings, and their people invited, as often as it is repeated. */
import type { Config } from '../config/config.ts'
import { Failure } from '../domain/failure.ts'
import { type ListedOperator, readOperatorList } from '../domain/tenancy/operator-list.ts'
import { createListed, type ListedOutcome, wouldCreateListed } from '../services/tenancy/listed-operators.ts'
import type { World } from '../services/world.ts'
import { type CommandAnswer, type Invocation, withWorld } from './command.ts'
import { readText } from './text-file.ts'

const PROGRESS_EVERY = 500

const linesOf = (list: readonly { readonly line: number; readonly message: string }[]): string[] =>
  list.map(({ line, message }) => `  line ${line}: ${message}`)

/** An invitation that cannot be sent would be over before anybody reads it. */
const requireMail = (operators: readonly ListedOperator[], { smtpUrl }: Config): void => {
  if (smtpUrl !== null || operators.every(({ people }) => people.length === 0)) return
  const what = 'The file names people to invite, and AIRSIDE_SMTP_URL is not set, so no mail goes out'
  throw new Failure('invalid_request', `${what}: set it, or leave the people out`)
}

const carryOutAll = async (
  world: World,
  operators: readonly ListedOperator[],
  { config, options, terminal }: Invocation,
): Promise<ListedOutcome[]> => {
  const written = world.with({ storage: world.storage.writtenBy({ kind: 'HOST', id: null }) })
  const outcomes: ListedOutcome[] = []
  for (const operator of operators) {
    outcomes.push(
      options['dry-run'] === true
        ? await wouldCreateListed(written, operator)
        : await createListed(written, operator, config.publicUrl),
    )
    if (outcomes.length % PROGRESS_EVERY === 0) terminal.stderr.write(`${outcomes.length} of ${operators.length}\n`)
  }
  return outcomes
}

const answerOf = (file: string, outcomes: readonly ListedOutcome[], isDryRun: boolean): CommandAnswer => {
  const created = outcomes.reduce((sum, outcome) => sum + outcome.created.length, 0)
  const invited = outcomes.reduce((sum, outcome) => sum + outcome.invited.length, 0)
  const unchanged = outcomes.filter((outcome) => outcome.created.length + outcome.invited.length === 0).length
  const notes = outcomes.flatMap((outcome) => outcome.notes)
  const verb = isDryRun ? 'Would create' : 'Created'
  const sum = `${verb} ${created} addresses and ${isDryRun ? 'send' : 'sent'} ${invited} invitations from ${file}`
  return {
    data: { operators: outcomes.length, addresses_created: created, invited, unchanged, notes, dry_run: isDryRun },
    text: [
      `${sum}; ${unchanged} of ${outcomes.length} operators are as they were`,
      ...(notes.length > 0 ? ['Look at:', ...linesOf(notes)] : []),
    ].join('\n'),
  }
}

export const createFromFile = async (invocation: Invocation, file: string): Promise<CommandAnswer> => {
  const { operators, errors } = readOperatorList(await readText(file))
  if (errors.length > 0) {
    if (invocation.options.json) return { data: { errors }, text: '', exitCode: 1 }
    throw new Failure(
      'invalid_request',
      [`${file} was not carried out; nothing has changed:`, ...linesOf(errors)].join('\n'),
    )
  }
  requireMail(operators, invocation.config)
  const outcomes = await withWorld(invocation.config, (world) => carryOutAll(world, operators, invocation))
  return answerOf(file, outcomes, invocation.options['dry-run'] === true)
}
