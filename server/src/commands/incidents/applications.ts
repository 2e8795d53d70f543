/** Applications in an incident: what they hold, and a new client secret. */
import { Failure } from '../../domain/failure.ts'
import { MAX_SECRET_OVERLAP_HOURS } from '../../domain/limits.ts'
import { HOST } from '../../services/audit-trail.ts'
import { deleteApplication } from '../../services/incidents/delete.ts'
import { renewSecret } from '../../services/incidents/renew-secret.ts'
import { applicationByClientId, applicationSecrets, applicationTransitions } from '../../storage/oauth/applications.ts'
import { connectionsOf } from '../../storage/providers/connections.ts'
import { type Command, type Invocation, withWorld } from '../command.ts'
import { confirm, INCIDENT_OPTIONS, reasonOption } from '../confirmation.ts'
import { shown, timeText } from '../shown.ts'

export const applicationShow: Command = {
  summary: 'Shows an application: its mode, secrets (never themselves), steps, and where it is connected.',
  words: '<client_id>',
  options: {},
  examples: ['airside-server app show app_…', 'airside-server app show app_… --json'],
  arguments: 1,
  run: ({ config, positionals: [clientId = ''] }) =>
    withWorld(config, async (world) => {
      const { platform } = world.storage
      const application = await applicationByClientId(platform, clientId)
      if (!application) throw new Failure('not_found', `There is no application ${clientId}`)
      const secrets = await applicationSecrets(platform, clientId)
      const connections = await connectionsOf(platform, clientId)
      const steps = await applicationTransitions(platform, clientId)
      return shown({
        client_id: clientId,
        name: application.name,
        kind: application.kind,
        mode: application.mode,
        deleted_at: timeText(application.deleted_at),
        personal: application.personal === 1,
        contact: application.contact,
        created_at: timeText(application.created_at),
        secrets: secrets.map(({ last_four, created_at, expires_at }) => ({
          last_four,
          created_at: timeText(created_at),
          expires_at: timeText(expires_at),
        })),
        steps: steps.map(({ action, to_mode, at, actor_kind, reason }) => ({
          at: timeText(at),
          action,
          to: to_mode,
          by: actor_kind,
          reason,
        })),
        connections: connections.map(({ operatorId, environment, scopes, since, userId }) => ({
          operator_id: operatorId,
          environment,
          user_id: userId,
          scopes,
          since: timeText(since),
        })),
      })
    }),
}

const overlapOption = ({ options }: Invocation): number => {
  const text = options['overlap-hours'] ?? '0'
  const hours = Number(text)
  if (/^\d{1,3}$/.test(String(text)) && hours <= MAX_SECRET_OVERLAP_HOURS) return hours
  throw new Failure('invalid_request', `--overlap-hours is a number from 0 to ${MAX_SECRET_OVERLAP_HOURS}`)
}

export const applicationRenewSecret: Command = {
  summary: 'Makes a new client secret and ends the ones before; the new one is shown this once.',
  words: '<client_id>',
  options: {
    'overlap-hours': {
      type: 'string',
      value: '<n>',
      text: 'how long the latest old secret still works; 0 where left out',
      optional: true,
    },
    ...INCIDENT_OPTIONS,
  },
  examples: ['airside-server app renew-secret app_… --reason "It stood in a public repository" --yes'],
  arguments: 1,
  run: async (invocation) => {
    const clientId = invocation.positionals[0] ?? ''
    const [reason, overlapHours] = [reasonOption(invocation), overlapOption(invocation)]
    const when = overlapHours === 0 ? 'at once' : `in ${overlapHours} hours`
    await confirm(invocation, `The client secrets of ${clientId} are about to end ${when}; a new one is made.`)
    return withWorld(invocation.config, async (world) => {
      const { clientSecret, ended } = await renewSecret(world, { clientId, overlapHours, reason }, HOST)
      return {
        data: { client_id: clientId, client_secret: clientSecret, ended },
        text: `Client secret, shown this once: ${clientSecret}\n${ended} before it end ${when}. Tokens that were issued stay: "revoke app ${clientId}" ends them.`,
      }
    })
  },
}

export const applicationDelete: Command = {
  summary:
    'Deletes an application: it is disconnected at every operator, its secrets end, and no list offers it. Its name stays for the logs that speak of it.',
  words: '<client_id>',
  options: INCIDENT_OPTIONS,
  examples: ['airside-server app delete app_… --reason "Its provider closed" --yes'],
  arguments: 1,
  run: async (invocation) => {
    const clientId = invocation.positionals[0] ?? ''
    const reason = reasonOption(invocation)
    await confirm(invocation, `${clientId} is about to be deleted and disconnected everywhere. This cannot be undone.`)
    return withWorld(invocation.config, async (world) => {
      const { grants } = await deleteApplication(world, clientId, reason, HOST)
      const text = `Deleted ${clientId}: ${grants} connections ended. Every operator reads of it in its audit log, which stays.`
      return { data: { deleted: clientId, grants }, text }
    })
  },
}
