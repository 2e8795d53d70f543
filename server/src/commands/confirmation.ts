/** Asks before access is taken away or given back: the host types "yes", or a script gives --yes. */
import { Failure } from '../domain/failure.ts'
import { isBlank, isShowableText } from '../domain/shown-text.ts'
import { type CommandOptions, type Invocation, requiredOption, type Terminal } from './command.ts'

export const YES_OPTION = {
  yes: { type: 'boolean', text: 'do it without asking', optional: true },
} as const satisfies CommandOptions

/** What commands for incidents have in common. */
export const INCIDENT_OPTIONS = {
  reason: { type: 'string', value: '<text>', text: 'why, for the audit log' },
  ...YES_OPTION,
} as const satisfies CommandOptions

const MAX_REASON = 1000

export const reasonOption = (invocation: Invocation): string => {
  const reason = requiredOption(invocation, 'reason').trim()
  if (!isBlank(reason) && reason.length <= MAX_REASON && isShowableText(reason)) return reason
  throw new Failure('invalid_request', `--reason has 1 to ${MAX_REASON} characters that can be shown`)
}

const firstLine = async ({ stdin }: Terminal): Promise<string> => {
  let read = ''
  for await (const chunk of stdin) {
    read += Buffer.from(chunk).toString('utf8')
    if (read.includes('\n')) break
  }
  return (read.split('\n')[0] ?? '').trim()
}

/** `what` says what is about to happen, in whole sentences. */
export const confirm = async ({ options, terminal }: Invocation, what: string): Promise<void> => {
  if (options.yes === true) return
  terminal.stderr.write(`${what}\nType yes to do it: `)
  if ((await firstLine(terminal)).toLowerCase() === 'yes') return
  throw new Failure('invalid_request', 'Nothing was done: type yes when you are asked, or give --yes')
}
