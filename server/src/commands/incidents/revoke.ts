/** Revokes everything that was issued: of an operator, of an application, or of all before a time. */
import { Failure } from '../../domain/failure.ts'
import { HOST } from '../../services/audit-trail.ts'
import {
  type Revocation,
  revokeOfAll,
  revokeOfApplication,
  revokeOfOperator,
} from '../../services/incidents/revoke-everything.ts'
import type { World } from '../../services/world.ts'
import type { Ended } from '../../storage/incidents/revocation.ts'
import { type Command, type CommandAnswer, type CommandOptions, type Invocation, withWorld } from '../command.ts'
import { confirm, INCIDENT_OPTIONS, reasonOption } from '../confirmation.ts'

const BEFORE_OPTION = {
  before: {
    type: 'string',
    value: '<time>',
    text: 'only what was issued before, e.g. 2026-03-01T06:00Z; until now where left out',
    optional: true,
  },
} as const satisfies CommandOptions

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const timeIn = (text: string, now: number): number => {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) {
    throw new Failure('invalid_request', `"${text}" is no time: write it with its zone, e.g. 2026-03-01T06:00Z`)
  }
  if (time > now) throw new Failure('invalid_request', `${text} is in the future: leave it out to revoke until now`)
  return time
}

const beforeOption = async (world: World, { options }: Invocation): Promise<number | null> =>
  typeof options.before === 'string' ? timeIn(options.before, await world.storage.platform.now()) : null

const AFTERWARDS =
  'Processes refuse it within a second. Keys are rotated and applications connected again by administrators.'

const answered = (what: string, ended: Ended): CommandAnswer => ({
  data: { refresh_tokens: ended.refreshTokens, sessions: ended.sessions, codes: ended.codes, links: ended.links },
  text: `Revoked ${what}: ${ended.refreshTokens} refresh tokens with their access tokens, ${ended.sessions} sessions, ${ended.codes} codes, ${ended.links} links by mail.\n${AFTERWARDS}`,
})

const since = (before: number | null): string =>
  before === null ? 'everything issued until now' : `everything issued before ${new Date(before).toISOString()}`

export const revokeOperator: Command = {
  summary:
    'Revokes everything issued at an operator, in both environments: refresh tokens of keys and applications with their access tokens, codes, sessions and links by mail.',
  words: '<operator_id>',
  options: { ...BEFORE_OPTION, ...INCIDENT_OPTIONS },
  examples: [
    'airside-server revoke operator alpine --reason "A laptop was stolen" --yes',
    'airside-server revoke operator alpine --before 2026-03-01T06:00Z --reason "Restored" --yes',
  ],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const operatorId = invocation.positionals[0] ?? ''
      const revocation: Revocation = {
        before: await beforeOption(world, invocation),
        reason: reasonOption(invocation),
      }
      const what = `${since(revocation.before)} at ${operatorId}`
      await confirm(invocation, `About to revoke ${what}: everybody signs in again, every key and application stops.`)
      return answered(what, await revokeOfOperator(world, operatorId, revocation, HOST))
    }),
}

export const revokeApplication: Command = {
  summary:
    'Revokes every token and code of an application, at all operators. Its client secrets stay: "app renew-secret" replaces them.',
  words: '<client_id>',
  options: { ...BEFORE_OPTION, ...INCIDENT_OPTIONS },
  examples: ['airside-server revoke app app_… --reason "Its database leaked" --yes'],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const clientId = invocation.positionals[0] ?? ''
      const revocation: Revocation = {
        before: await beforeOption(world, invocation),
        reason: reasonOption(invocation),
      }
      const what = `${since(revocation.before)} to ${clientId}`
      await confirm(invocation, `About to revoke ${what}: every operator has to connect it again.`)
      const { refreshTokens } = await revokeOfApplication(world, clientId, revocation, HOST)
      const text = `Revoked ${what}: ${refreshTokens} refresh tokens with their access tokens.\nProcesses refuse them within a second.`
      return { data: { client_id: clientId, refresh_tokens: refreshTokens }, text }
    }),
}

export const revokeBefore: Command = {
  summary:
    'Revokes everything issued before a time, at all operators, in the developer portal and in the support console: what one does after a restore, because nobody knows what was revoked since the backup.',
  words: '<time>',
  options: INCIDENT_OPTIONS,
  examples: ['airside-server revoke before 2026-03-01T06:00Z --reason "Restored a backup" --yes'],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const before = timeIn(invocation.positionals[0] ?? '', await world.storage.platform.now())
      const what = `${since(before)}, at every operator`
      const reason = reasonOption(invocation)
      await confirm(invocation, `About to revoke ${what}: everybody signs in again, every key and application stops.`)
      return answered(what, await revokeOfAll(world, { before, reason }, HOST))
    }),
}
