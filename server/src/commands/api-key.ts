import { HOST } from '../services/audit-trail.ts'
import { createApiKey, revokeApiKey } from '../services/oauth/api-keys.ts'
import { apiKeys } from '../storage/oauth/api-keys.ts'
import { type Command, EXAMPLE_TENANT, requiredOption, TENANT_OPTIONS, tenantOption, withWorld } from './command.ts'
import { listed } from './listed.ts'

export const apiKeyCreate: Command = {
  summary: 'Creates an API key of an operator and prints its refresh token, which is shown this once.',
  options: {
    ...TENANT_OPTIONS,
    label: { type: 'string', value: '<text>', text: 'what the key is for, as the console shows it' },
    scope: { type: 'string', value: '"<a b c>"', text: 'what it may see and change, e.g. "flight:read crew:read"' },
  },
  examples: [`airside-server api-key create ${EXAMPLE_TENANT} --label "Books" --scope "flight:read contact:read"`],
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
  summary: 'Revokes an API key: its tokens are refused within a second, for good.',
  words: '<api_key_id>',
  options: TENANT_OPTIONS,
  examples: [`airside-server api-key revoke key_… ${EXAMPLE_TENANT}`],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const apiKeyId = invocation.positionals[0] ?? ''
      await revokeApiKey(world.at(await tenantOption(world, invocation)), apiKeyId, HOST)
      return { data: { revoked: apiKeyId }, text: `Revoked ${apiKeyId}: its tokens are refused within a second.` }
    }),
}

export const apiKeyList: Command = {
  summary: 'Lists the API keys of an operator: what each may do and whether it still works.',
  options: TENANT_OPTIONS,
  examples: [`airside-server api-key list ${EXAMPLE_TENANT}`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const { tenantId } = await tenantOption(world, invocation)
      const now = await world.storage.platform.now()
      const keys = await apiKeys(world.storage.tenant(tenantId))
      const stateOf = (key: (typeof keys)[number]) =>
        key.revoked_at !== null ? 'revoked' : key.expires_at !== null && key.expires_at <= now ? 'expired' : 'works'
      return listed(
        keys.map((key) => ({
          api_key_id: key.api_key_id,
          label: key.label,
          state: stateOf(key),
          scopes: key.scopes,
          created_at: new Date(key.created_at).toISOString(),
        })),
      )
    }),
}
