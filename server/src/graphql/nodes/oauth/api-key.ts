/** API keys of this operator: listed with their usage, created, renamed, rotated, revoked (access-model §6). */

import { KEY_UNUSED_SECONDS, MAX_SECRET_OVERLAP_HOURS } from '../../../domain/limits.ts'
import { setApiKeyNetworks, setApiKeyScopes } from '../../../services/oauth/api-key-changes.ts'
import { createApiKeyOnce, renameApiKey, revokeApiKey, rotateApiKey } from '../../../services/oauth/api-keys.ts'
import type { IdempotencyKey } from '../../../storage/idempotency.ts'
import { type ApiKeyRow, apiKeyById, apiKeys } from '../../../storage/oauth/api-keys.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { payload } from '../../payload.ts'
import { actorOf } from '../../signed-in-user.ts'
import { seenOf } from '../../usage-period.ts'
import { PersonName, personName } from '../identity/person-name.ts'
import { usageFields } from '../usage/usage.ts'
import { GrantedScope, grantedScopes } from './granted-scope.ts'
import { byFullness, gaugesOf, later, latestUse, TokenGauge } from './token-gauge.ts'

const ApiKeyState = builder.enumType('ApiKeyState', {
  description: 'SUSPENDED by the host: refused until the host lets it work again.',
  values: ['ACTIVE', 'EXPIRED', 'REVOKED', 'SUSPENDED'],
})

const FirstRequest = builder.objectRef<{ readonly at: number; readonly requestId: string }>('FirstRequest').implement({
  ...noScope,
  fields: (t) => ({ at: t.expose('at', { type: 'DateTime' }), requestId: t.exposeID('requestId') }),
})

const stateOf = ({ revoked_at, expires_at, suspended_at }: ApiKeyRow, now: number) => {
  if (revoked_at !== null) return 'REVOKED' as const
  if (suspended_at !== null) return 'SUSPENDED' as const
  return expires_at !== null && expires_at <= now ? ('EXPIRED' as const) : ('ACTIVE' as const)
}

const nowOf = ({ at }: QueryContext): number => at.now()

const keyGauges = (context: QueryContext, { api_key_id }: ApiKeyRow) => gaugesOf(context, 'api_key_id', api_key_id)

const lastUse = async (context: QueryContext, key: ApiKeyRow): Promise<number | null> => {
  const seen = await seenOf(context, key.api_key_id)
  return later(seen?.last_at ?? null, latestUse(await keyGauges(context, key)))
}

const ApiKey = builder.objectRef<ApiKeyRow>('ApiKey').implement({
  ...needs('api-key:read'),
  description: "A key of the operator's own systems.",
  fields: (t) => ({
    ...usageFields(t, ({ api_key_id }) => api_key_id),
    apiKeyId: t.id({ resolve: ({ api_key_id }) => api_key_id }),
    label: t.exposeString('label'),
    scopeList: t.field({
      type: [GrantedScope],
      resolve: ({ api_key_id, scopes }, _args, context) => grantedScopes(context, api_key_id, [scopes]),
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    createdBy: t.field({
      type: PersonName,
      nullable: true,
      description: "Null where it was made at the host's command line.",
      resolve: ({ created_by }, _args, context) => personName(context, created_by),
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: (key, _args, context) => lastUse(context, key),
    }),
    expiresAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ expires_at }) => expires_at }),
    revokedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ revoked_at }) => revoked_at }),
    state: t.field({ type: ApiKeyState, resolve: (key, _args, context) => stateOf(key, nowOf(context)) }),
    isUnused: t.boolean({
      description: 'Made 30 days ago or longer, and not used since then.',
      resolve: async (key, _args, context) =>
        nowOf(context) - Math.max(key.created_at, (await lastUse(context, key)) ?? 0) >= KEY_UNUSED_SECONDS * 1000,
    }),
    aircraftIdList: t.idList({
      nullable: true,
      description: 'Null where it is not limited to some aircraft.',
      resolve: ({ aircraft_id_list }) =>
        aircraft_id_list === null ? null : (JSON.parse(aircraft_id_list) as string[]),
    }),
    networkList: t.stringList({
      nullable: true,
      description: 'The addresses and networks that it may come from; null where from anywhere.',
      resolve: ({ network_list }) => (network_list === null ? null : (JSON.parse(network_list) as string[])),
    }),
    refreshTokenList: t.field({
      type: [TokenGauge],
      description: 'Its live refresh tokens, newest first: during a rotation the older one has an end.',
      resolve: async (key, _args, context) => [...(await keyGauges(context, key))],
    }),
    fullestGauge: t.field({
      type: TokenGauge,
      nullable: true,
      resolve: async (key, _args, context) => byFullness(await keyGauges(context, key))[0] ?? null,
    }),
    firstRequest: t.field({
      type: FirstRequest,
      nullable: true,
      description: 'The first request that came with one of its tokens.',
      resolve: async ({ api_key_id }, _args, context) => {
        const seen = await seenOf(context, api_key_id)
        return seen ? { at: seen.first_at, requestId: seen.first_request_id } : null
      },
    }),
  }),
})

builder.queryFields((t) => ({
  apiKeyList: t.field({
    ...needs('api-key:read'),
    description: 'The keys of this operator in the order they were made.',
    type: [ApiKey],
    args: { includeRevoked: t.arg.boolean({ defaultValue: false }) },
    resolve: (_root, { includeRevoked }, { reader }) => apiKeys(reader, includeRevoked === true),
  }),
  apiKey: t.field({
    ...needs('api-key:read'),
    description: 'One key of this operator.',
    type: ApiKey,
    nullable: true,
    args: { apiKeyId: t.arg.id({ required: true }) },
    resolve: async (_root, { apiKeyId }, { reader }) => (await apiKeyById(reader, apiKeyId)) ?? null,
  }),
}))

interface ApiKeyPayloadValue {
  readonly apiKey: ApiKeyRow | null
}

const ApiKeyPayload = payload<ApiKeyPayloadValue>('ApiKeyPayload', (t) => ({
  apiKey: t.expose('apiKey', { type: ApiKey, nullable: true }),
}))

const ApiKeySecretPayload = payload<ApiKeyPayloadValue & { readonly refreshToken: string | null }>(
  'ApiKeySecretPayload',
  (t) => ({
    apiKey: t.expose('apiKey', { type: ApiKey, nullable: true }),
    refreshToken: t.exposeString('refreshToken', {
      nullable: true,
      description:
        'Shown once, here. Null in the answer to a repetition: it was in the first answer and is not kept; rotate or revoke the key if that answer was lost.',
    }),
  }),
)

const ApiKeyInput = builder.inputType('ApiKeyInput', {
  fields: (t) => ({
    label: t.string({ required: true }),
    scopeList: t.stringList({ required: true }),
    expiresAt: t.field({ type: 'DateTime' }),
    aircraftIdList: t.idList({ description: 'Leave out for a key that is not limited to some aircraft.' }),
    networkList: t.stringList({
      description: 'Addresses and networks, e.g. 203.0.113.0/24. Leave out for a key that may come from anywhere.',
    }),
  }),
})

type Create = { readonly input: typeof ApiKeyInput.$inferInput }

const create = async (context: QueryContext, { input }: Create, key: IdempotencyKey | null) => {
  const { label, scopeList, expiresAt, aircraftIdList, networkList } = input
  const request = {
    label,
    scope: scopeList.join(' '),
    ...(expiresAt == null ? {} : { expiresAt }),
    ...(aircraftIdList == null ? {} : { aircraftIds: aircraftIdList }),
    ...(networkList == null ? {} : { networks: networkList }),
  }
  const { apiKeyId, refreshToken } = await createApiKeyOnce(context.at, request, actorOf(context), key)
  return { apiKey: await keyOf(context, apiKeyId), refreshToken }
}

const keyOf = async ({ reader }: QueryContext, apiKeyId: string): Promise<ApiKeyRow | null> =>
  (await apiKeyById(reader, apiKeyId)) ?? null

builder.mutationFields((t) => ({
  apiKeyCreate: mutation(t, {
    ...needs('api-key:write'),
    description: 'Makes a key. Its refresh token is in this answer and never shown again.',
    asksPresence: true,
    type: ApiKeySecretPayload,
    args: { input: t.arg({ type: ApiKeyInput, required: true }) },
    under: ['input'],
    run: (args, context, key) => create(context, args, key),
  }),
  apiKeyRename: mutation(t, {
    ...needs('api-key:write'),
    description: 'Changes the label of a key.',
    type: ApiKeyPayload,
    args: {
      apiKeyId: t.arg.id({ required: true }),
      label: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      await renameApiKey(context.at, args, actorOf(context), key)
      return { apiKey: await keyOf(context, args.apiKeyId) }
    },
  }),
  apiKeyScopeSet: mutation(t, {
    ...needs('api-key:write'),
    description:
      'Changes what a key may do: what is taken away stops with its next request, what is added comes with its next access token.',
    asksPresence: true,
    type: ApiKeyPayload,
    args: {
      apiKeyId: t.arg.id({ required: true }),
      scopeList: t.arg.stringList({ required: true }),
    },
    run: async (args, context, key) => {
      const change = { apiKeyId: args.apiKeyId, scope: args.scopeList.join(' ') }
      await setApiKeyScopes(context.at, change, actorOf(context), key)
      return { apiKey: await keyOf(context, args.apiKeyId) }
    },
  }),
  apiKeyNetworkSet: mutation(t, {
    ...needs('api-key:write'),
    description: 'Limits a key to some addresses and networks, from its next request on; null lifts the limit.',
    asksPresence: true,
    type: ApiKeyPayload,
    args: {
      apiKeyId: t.arg.id({ required: true }),
      networkList: t.arg.stringList(),
    },
    run: async (args, context, key) => {
      const change = { apiKeyId: args.apiKeyId, networkList: args.networkList ?? null }
      await setApiKeyNetworks(context.at, change, actorOf(context), key)
      return { apiKey: await keyOf(context, args.apiKeyId) }
    },
  }),
  apiKeyRotate: mutation(t, {
    ...needs('api-key:write'),
    description: `Makes a new refresh token; the old one works for the overlap, 0 to ${MAX_SECRET_OVERLAP_HOURS} hours.`,
    asksPresence: true,
    type: ApiKeySecretPayload,
    args: {
      apiKeyId: t.arg.id({ required: true }),
      overlapHours: t.arg.int({ required: true, defaultValue: 24 }),
    },
    run: async (args, context, key) => {
      const { apiKeyId, refreshToken } = await rotateApiKey(context.at, args, actorOf(context), key)
      return { apiKey: await keyOf(context, apiKeyId), refreshToken }
    },
  }),
  apiKeyRevoke: mutation(t, {
    ...needs('api-key:write'),
    description: 'Ends a key; its tokens stop at once.',
    type: ApiKeyPayload,
    args: { apiKeyId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      await revokeApiKey(context.at, args.apiKeyId, actorOf(context), key)
      return { apiKey: await keyOf(context, args.apiKeyId) }
    },
  }),
}))
