/** Checks every requirement of a query in order, and says what to do about the first that fails. */

import { chosenConnection, clientOf } from '../client-of.ts'
import type { Command, Invocation } from '../command.ts'
import { type Check, type Finding, runChecks } from '../diagnosis.ts'
import { connectionChecks } from '../diagnosis-checks.ts'
import { EXIT } from '../problem.ts'
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

export const doctor: Command = {
  name: 'doctor',
  summary: 'find out why it does not work',
  words: '',
  minWords: 0,
  maxWords: 0,
  options: {},
  run: async (invocation) => {
    const { text, profiles, env, terminal, isJson } = invocation
    const choice = { profile: text('profile'), operator: text('operator'), environment: text('environment') }
    const { name, profile } = await chosenConnection(profiles, env, choice, text('service'))
    const checks: readonly Check[] = connectionChecks(profile, name, profiles, clientOf(profile, profiles, 0))
    const findings = await runChecks(checks, invocation.signal, (finding) => !isJson && say(invocation, finding))
    if (isJson) terminal.say(JSON.stringify({ profile: name, checks: findings }))
    return findings.some(({ state }) => state === 'bad') ? EXIT.failed : undefined
  },
}
