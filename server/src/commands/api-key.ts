/** API keys of an operator at the host's command line. */
import { Failure } from '../domain/failure.ts'
import { HOST } from '../services/audit-trail.ts'
import { createApiKey, revokeApiKey } from '../services/oauth/api-keys.ts'
import { heldTokens } from '../storage/incidents/grants.ts'
import { type ApiKeyRow, apiKeyById, apiKeys } from '../storage/oauth/api-keys.ts'
import { type Command, EXAMPLE_TENANT, requiredOption, TENANT_OPTIONS, tenantOption, withWorld } from './command.ts'
import { confirm, YES_OPTION } from './confirmation.ts'
import { listed, type Row } from './listed.ts'
import { shown, timeText, tokenRows } from './shown.ts'

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
  options: { ...TENANT_OPTIONS, ...YES_OPTION },
  examples: [`airside-server api-key revoke key_… ${EXAMPLE_TENANT} --yes`],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const apiKeyId = invocation.positionals[0] ?? ''
      const tenant = await tenantOption(world, invocation)
      await confirm(invocation, `${apiKeyId} at ${tenant.operatorId} is about to be revoked, for good.`)
      await revokeApiKey(world.at(tenant), apiKeyId, HOST)
      return { data: { revoked: apiKeyId }, text: `Revoked ${apiKeyId}: its tokens are refused within a second.` }
    }),
}

const stateOf = ({ revoked_at, expires_at, suspended_at }: ApiKeyRow, now: number): string => {
  if (revoked_at !== null) return 'revoked'
  if (suspended_at !== null) return 'suspended'
  return expires_at !== null && expires_at <= now ? 'expired' : 'works'
}

const rowOf = (key: ApiKeyRow, now: number): Row => ({
  api_key_id: key.api_key_id,
  label: key.label,
  state: stateOf(key, now),
  scopes: key.scopes,
  created_at: timeText(key.created_at),
})

export const apiKeyList: Command = {
  summary: 'Lists the API keys of an operator: what each may do and whether it still works.',
  options: TENANT_OPTIONS,
  examples: [`airside-server api-key list ${EXAMPLE_TENANT}`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const { tenantId } = await tenantOption(world, invocation)
      const now = await world.storage.platform.now()
      return listed((await apiKeys(world.storage.tenant(tenantId))).map((key) => rowOf(key, now)))
    }),
}

export const apiKeyShow: Command = {
  summary: 'Shows an API key with its refresh tokens (never themselves), its limits and when it was used.',
  words: '<api_key_id>',
  options: TENANT_OPTIONS,
  examples: [`airside-server api-key show key_… ${EXAMPLE_TENANT}`],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const apiKeyId = invocation.positionals[0] ?? ''
      const reader = world.storage.tenant((await tenantOption(world, invocation)).tenantId)
      const key = await apiKeyById(reader, apiKeyId)
      if (!key) throw new Failure('not_found', 'There is no such API key here')
      const now = await world.storage.platform.now()
      return shown({
        ...rowOf(key, now),
        created_by: key.created_by,
        expires_at: timeText(key.expires_at),
        revoked_at: timeText(key.revoked_at),
        aircraft: key.aircraft_id_list,
        networks: key.network_list,
        refresh_tokens: tokenRows(await heldTokens(reader, { apiKeyId }), now),
      })
    }),
}
