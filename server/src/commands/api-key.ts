import { HOST } from '../services/audit-trail.ts'
import { createApiKey, revokeApiKey } from '../services/oauth/api-keys.ts'
import { type Command, requiredOption, tenantOption, withWorld } from './command.ts'

const TENANT_OPTIONS = { operator: { type: 'string' }, environment: { type: 'string' } } as const

export const apiKeyCreate: Command = {
  usage: '--operator <operator_id> --environment <e> --label <text> --scope "<a b c>"',
  options: { ...TENANT_OPTIONS, label: { type: 'string' }, scope: { type: 'string' } },
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const tenant = await tenantOption(world, invocation)
      const request = { label: requiredOption(invocation, 'label'), scope: requiredOption(invocation, 'scope') }
      const { apiKeyId, refreshToken } = await createApiKey(world.at(tenant), request, HOST)
      return {
        data: { refresh_token: refreshToken, api_key_id: apiKeyId },
        text: `Key ${apiKeyId}. Its refresh token is shown this once:\n${refreshToken}`,
      }
    }),
}

export const apiKeyRevoke: Command = {
  usage: '<api_key_id> --operator <operator_id> --environment <e>',
  options: TENANT_OPTIONS,
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const apiKeyId = invocation.positionals[0] ?? ''
      await revokeApiKey(world.at(await tenantOption(world, invocation)), apiKeyId, HOST)
      return { data: { revoked: apiKeyId }, text: `Revoked ${apiKeyId}: its tokens are refused within a second.` }
    }),
}
