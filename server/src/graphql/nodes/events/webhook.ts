/** Webhooks of this operator: what they send where, the log of their attempts, and what administrators do with them. */
import { CHANGE_KINDS } from '../../../domain/entity-kind.ts'
import { Failure } from '../../../domain/failure.ts'
import { MAX_WEBHOOKS, WEBHOOK_SECRET_OVERLAP_SECONDS } from '../../../domain/limits.ts'
import { rightsOfKey } from '../../../services/events/webhook-principal.ts'
import { checkedQuery } from '../../../services/events/webhook-wish.ts'
import {
  type ByAdministrator,
  createWebhook,
  deleteWebhook,
  resendFrom,
  resendMessage,
  rotateWebhookSecret,
  switchWebhook,
  testWebhook,
  updateWebhook,
  type WebhookWish,
} from '../../../services/events/webhooks.ts'
import { requirePresence } from '../../../services/identity/presence.ts'
import { changeHead } from '../../../storage/change-feed.ts'
import { type AttemptRow, latestAttempts, parkedEntities, triesSince } from '../../../storage/events/webhook-queue.ts'
import { type Webhook as WebhookRow, webhookById, webhooksIn } from '../../../storage/events/webhooks.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { payload } from '../../payload.ts'
import { actorOf, signedInUser } from '../../signed-in-user.ts'
import { ChangeKind, EntityKind, positionAfter } from '../change.ts'
import { PersonName, personName } from '../identity/person-name.ts'
import {
  askedTries,
  attemptFields,
  figuresAt,
  figuresNode,
  LOG_DEFAULT,
  outcomeEnum,
  PASSWORD,
  settingsFields,
  settingsOf,
} from './webhook-fields.ts'

const HOUR_SECONDS = 3600

const WebhookOutcome = outcomeEnum(builder)
const WebhookFigures = figuresNode(builder, noScope)

const WebhookAttempt = builder.objectRef<AttemptRow>('WebhookAttempt').implement({
  ...noScope,
  description: 'One try to bring a message to its receiver.',
  fields: (t) => attemptFields(t),
})

const Webhook = builder.objectRef<WebhookRow>('Webhook').implement({
  ...needs('api-key:read'),
  description: 'Where changes are sent as they happen, with the rights of one API key.',
  fields: (t) => ({
    webhookId: t.id({ resolve: ({ webhook_id }) => webhook_id }),
    apiKeyId: t.id({ description: 'What this key may read is sent.', resolve: ({ api_key_id }) => api_key_id ?? '' }),
    ...settingsFields(t, { EntityKind, ChangeKind }),
    aircraftIdList: t.idList({
      nullable: true,
      description: 'Records of these aircraft only; null for all.',
      resolve: ({ aircraftIds }) => aircraftIds && [...aircraftIds],
    }),
    createdBy: t.field({
      type: PersonName,
      nullable: true,
      resolve: ({ created_by }, _args, context) => personName(context, created_by),
    }),
    waitingCount: t.int({
      description: 'Messages that were not taken yet and are tried again.',
      resolve: async ({ webhook_id }, _args, { reader }) => (await parkedEntities(reader, webhook_id)).rows,
    }),
    figures: t.field({
      ...noScope,
      type: WebhookFigures,
      resolve: ({ webhook_id }, _args, { reader, at }) =>
        figuresAt(at.realNow(), (asked) => triesSince(reader, webhook_id, asked)),
    }),
    attemptList: t.field({
      ...usually(LOG_DEFAULT, noScope),
      type: [WebhookAttempt],
      description: 'The log of 30 days, the latest first.',
      args: {
        first: t.arg.int({ defaultValue: LOG_DEFAULT }),
        outcome: t.arg({ type: WebhookOutcome, description: 'Those that ended so only.' }),
        status: t.arg.int({ description: 'Those that were answered with this status only.' }),
      },
      resolve: ({ webhook_id }, asked, { reader }) => latestAttempts(reader, webhook_id, askedTries(asked)),
    }),
  }),
})

builder.queryFields((t) => ({
  webhookList: t.field({
    ...usually(MAX_WEBHOOKS, needs('api-key:read')),
    description: 'The webhooks of this operator in the order they were made.',
    type: [Webhook],
    resolve: (_root, _args, { reader }) => webhooksIn(reader),
  }),
  webhook: t.field({
    ...needs('api-key:read'),
    description: 'One webhook of this operator.',
    type: Webhook,
    nullable: true,
    args: { webhookId: t.arg.id({ required: true }) },
    resolve: async (_root, { webhookId }, { reader }) => (await webhookById(reader, webhookId)) ?? null,
  }),
}))

const WebhookInput = builder.inputType('WebhookInput', {
  fields: (t) => ({
    apiKeyId: t.id({ required: true, description: 'What this key may read is sent, and no more.' }),
    url: t.string({ required: true, description: 'Where to: https, an address of the open internet.' }),
    description: t.string(),
    entityList: t.field({ type: [EntityKind], required: true }),
    kindList: t.field({ type: [ChangeKind], description: `Leave out for all: ${CHANGE_KINDS.join(', ')}.` }),
    fieldList: t.stringList({ description: 'Updates of one of these fields only.' }),
    aircraftIdList: t.idList({ description: 'Records of these aircraft only.' }),
    query: t.string({
      description:
        'One query with the variable $entityId: ID!; its answer goes along as data.result, with the rights and from the budget of the key.',
    }),
    currentPassword: t.string({ description: PASSWORD }),
  }),
})

const wishOf = (input: typeof WebhookInput.$inferInput): WebhookWish => ({
  ...settingsOf(input),
  apiKeyId: input.apiKeyId,
  aircraftIds: input.aircraftIdList ?? null,
})

const uncheckable = (isOver: boolean): Failure =>
  isOver
    ? new Failure('invalid_request', 'There is no such key here, or it ended', { details: { field: 'apiKeyId' } })
    : new Failure('invalid_request', 'The key is suspended, so that its query cannot be checked: leave it out', {
        details: { field: 'query' },
      })

/** Checked as the key would be, once it is known that the user is present: it runs from the key's budget. */
const requireQuery = async (
  context: QueryContext,
  { apiKeyId, query: asked }: WebhookWish,
  currentPassword: string | null | undefined,
): Promise<void> => {
  const query = checkedQuery(asked)
  if (query === null) return
  await requirePresence(context.at, signedInUser(context), currentPassword ?? '')
  const rights = await rightsOfKey(context.world, context.tenant, apiKeyId)
  if (rights.principal === null) throw uncheckable(rights.isOver)
  const { principal } = rights
  const problem = await context.webhooks.queries.problem({ tenant: context.tenant, principal, query })
  if (problem !== null) throw new Failure('invalid_request', problem, { details: { field: 'query' } })
}

interface WebhookValue {
  readonly webhook: WebhookRow | null
}

const WebhookPayload = payload<WebhookValue>('WebhookPayload', (t) => ({
  webhook: t.expose('webhook', { type: Webhook, nullable: true }),
}))

const WebhookSecretPayload = payload<WebhookValue & { readonly secret: string | null }>(
  'WebhookSecretPayload',
  (t) => ({
    webhook: t.expose('webhook', { type: Webhook, nullable: true }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'What messages are signed with. Shown once, here; null in the answer to a repetition.',
    }),
  }),
)

const byOf = (context: QueryContext, currentPassword?: string | null): ByAdministrator => ({
  user: signedInUser(context),
  actor: actorOf(context),
  currentPassword: currentPassword ?? '',
})

const webhookOf = async ({ reader }: QueryContext, webhookId: string): Promise<WebhookValue> => ({
  webhook: (await webhookById(reader, webhookId)) ?? null,
})

builder.mutationFields((t) => ({
  webhookCreate: mutation(t, {
    ...needs('api-key:write'),
    description: 'Sends changes to an address from now on. All administrators are told.',
    type: WebhookSecretPayload,
    args: {
      input: t.arg({ type: WebhookInput, required: true }),
    },
    under: ['input'],
    run: async ({ input }, context, key) => {
      const wish = wishOf(input)
      await requireQuery(context, wish, input.currentPassword)
      const made = { wish, rules: context.webhooks }
      const { webhookId, secret } = await createWebhook(context.at, made, byOf(context, input.currentPassword), key)
      return { ...(await webhookOf(context, webhookId)), secret }
    },
  }),
  webhookUpdate: mutation(t, {
    ...needs('api-key:write'),
    description: 'Changes where a webhook leads and what it sends. All administrators are told.',
    type: WebhookPayload,
    args: {
      webhookId: t.arg.id({ required: true }),
      input: t.arg({ type: WebhookInput, required: true }),
    },
    under: ['input'],
    run: async ({ webhookId, input }, context, key) => {
      const wish = wishOf(input)
      await requireQuery(context, wish, input.currentPassword)
      const changed = { webhookId, wish, rules: context.webhooks }
      await updateWebhook(context.at, changed, byOf(context, input.currentPassword), key)
      return webhookOf(context, webhookId)
    },
  }),
  webhookDelete: mutation(t, {
    ...needs('api-key:write'),
    description: 'Removes a webhook with its log.',
    type: WebhookPayload,
    args: { webhookId: t.arg.id({ required: true }) },
    run: async ({ webhookId }, context, key) => {
      await deleteWebhook(context.at, webhookId, byOf(context), key)
      return { webhook: null }
    },
  }),
  webhookSwitch: mutation(t, {
    ...needs('api-key:write'),
    description: 'Switches a webhook on or off. Switched on it goes on where it stopped, from the feed of 30 days.',
    type: WebhookPayload,
    args: {
      webhookId: t.arg.id({ required: true }),
      isOn: t.arg.boolean({ required: true }),
      fromNow: t.arg.boolean({ defaultValue: false, description: 'Leaves out what happened while it was off.' }),
      currentPassword: t.arg.string({ description: PASSWORD }),
    },
    run: async ({ webhookId, isOn, fromNow, currentPassword }, context, key) => {
      const given = { webhookId, isOn, fromNow: fromNow ?? false }
      await switchWebhook(context.at, given, byOf(context, currentPassword), key)
      return webhookOf(context, webhookId)
    },
  }),
  webhookSecretRotate: mutation(t, {
    ...needs('api-key:write'),
    description: `Makes a new signing secret; messages are signed with both for ${WEBHOOK_SECRET_OVERLAP_SECONDS / HOUR_SECONDS} hours.`,
    type: WebhookSecretPayload,
    args: {
      webhookId: t.arg.id({ required: true }),
      currentPassword: t.arg.string({ description: PASSWORD }),
    },
    run: async ({ webhookId, currentPassword }, context, key) => {
      const { secret } = await rotateWebhookSecret(context.at, webhookId, byOf(context, currentPassword), key)
      return { ...(await webhookOf(context, webhookId)), secret }
    },
  }),
  webhookTest: mutation(t, {
    ...needs('api-key:write'),
    description: 'Sends a message of the type webhook.test, once.',
    type: WebhookPayload,
    args: { webhookId: t.arg.id({ required: true }) },
    run: async ({ webhookId }, context, key) => {
      await testWebhook(context.at, webhookId, key)
      return webhookOf(context, webhookId)
    },
  }),
  webhookResend: mutation(t, {
    ...needs('api-key:write'),
    description: 'Sends one message of the log again, with the same id.',
    type: WebhookPayload,
    args: { webhookId: t.arg.id({ required: true }), messageId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      await resendMessage(context.at, args, key)
      return webhookOf(context, args.webhookId)
    },
  }),
  webhookResendFrom: mutation(t, {
    ...needs('api-key:write'),
    description: 'Sends everything after a cursor of the feed again.',
    type: WebhookPayload,
    args: { webhookId: t.arg.id({ required: true }), after: t.arg.string({ required: true }) },
    run: async ({ webhookId, after }, context, key) => {
      const position = positionAfter(after, context.tenant, await changeHead(context.reader), context.at.now())
      await resendFrom(context.at, { webhookId, position }, byOf(context), key)
      return webhookOf(context, webhookId)
    },
  }),
}))
