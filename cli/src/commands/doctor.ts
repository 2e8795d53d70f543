/** Checks every requirement of a query in order, and says what to do about the first that fails. */

import { operatorOrigin } from '@airside/client'
import { chosenConnection, clientOf, DEFAULT_SERVICE, environmentFrom } from '../client-of.ts'
import type { Command, Invocation } from '../command.ts'
import { type Finding, runChecks } from '../diagnosis.ts'
import { connectionChecks, type Examined } from '../diagnosis-checks.ts'
import { EXIT, Problem } from '../problem.ts'
import { broken, padded, visibleText } from '../terminal/visible-text.ts'

const INDENT = ' '.repeat(16)
const SIGNS = { good: ['green', '✓'], odd: ['yellow', '!'], bad: ['red', '✗'], skipped: ['dim', '-'] } as const

const say = ({ terminal }: Invocation, { name, state, text, nextStep }: Finding): void => {
  const [colour, sign] = SIGNS[state]
  const [first = '', ...more] = broken(visibleText(text), terminal.width - INDENT.length)
  terminal.say(`${terminal.paint(colour, sign)} ${padded(name, INDENT.length - 2)}${first}`)
  for (const line of more) terminal.say(INDENT + line)
  if (nextStep !== undefined) terminal.say(`${INDENT}${terminal.paint('dim', `→ ${nextStep}`)}`)
}

/** Somebody who is not signed in has an operator from --operator, else only the service's own address. */
const toExamine = async ({ text, profiles, env }: Invocation): Promise<Examined> => {
  const choice = { profile: text('profile'), operator: text('operator'), environment: text('environment') }
  const environment = environmentFrom(choice.environment) ?? 'production'
  const connection = await chosenConnection(profiles, env, choice, text('service')).catch((error: unknown) => {
    if (error instanceof Problem) return error
    throw error
  })
  const operator =
    connection instanceof Problem ? (choice.operator ?? env.AIRSIDE_OPERATOR) : connection.profile.operator
  const service = text('service') ?? (env.AIRSIDE_URL || DEFAULT_SERVICE)
  const origin = operator ? operatorOrigin(service, operator, environment) : new URL(service).origin
  return { origin, operator: operator ?? null, connection }
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'find out why it does not work',
  words: '',
  minWords: 0,
  maxWords: 0,
  options: {},
  examples: ['airside doctor', 'airside doctor --operator alpine'],
  run: async (invocation) => {
    const { profiles, terminal, isJson } = invocation
    const examined = await toExamine(invocation)
    const { connection } = examined
    const client = connection instanceof Problem ? null : clientOf(connection.profile, profiles, 0)
    const checks = connectionChecks(client ? { ...examined, origin: client.origin } : examined, profiles, client)
    const findings = await runChecks(checks, invocation.signal, (finding) => !isJson && say(invocation, finding))
    const profile = connection instanceof Problem ? null : connection.name
    if (isJson) terminal.say(JSON.stringify({ profile, checks: findings }))
    const failed = findings.find(({ state }) => state === 'bad')
    if (failed?.name === 'credentials' && connection instanceof Problem) return connection.exitCode
    return failed ? EXIT.failed : undefined
  },
}
