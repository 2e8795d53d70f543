/** Webhooks of this operator: what they send where, the log of their attempts, and what administrators do with them. */
import { addSeconds } from '../../../domain/clock.ts'
import { CHANGE_KINDS } from '../../../domain/entity-kind.ts'
import { changeCursor } from '../../../domain/events/change-cursor.ts'
import {
  type DeliveryFigures,
  deliveryFigures,
  FIGURE_HOURS,
  isTaken,
} from '../../../domain/events/delivery-figures.ts'
import { Failure } from '../../../domain/failure.ts'
import { MAX_WEBHOOKS, WEBHOOK_SECRET_OVERLAP_SECONDS } from '../../../domain/limits.ts'
import { lastFour } from '../../../domain/secret.ts'
import { rightsOfWebhook } from '../../../services/events/webhook-principal.ts'
import {
  type ByAdministrator,
  checkedQuery,
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
import { pageSize } from '../page.ts'

const LOG_DEFAULT = 50
const PASSWORD = 'Needed where the sign-in is longer ago than ten minutes.'
const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS
const FIGURE_DAYS = 7
/** A bound for what a list of webhooks reads. */
const FIGURE_TRIES = 500

const atMostInt = (value: number | null): number | null => (value === null ? null : Math.min(value, 2 ** 31 - 1))

const WebhookAttempt = builder.objectRef<AttemptRow>('WebhookAttempt').implement({
  ...noScope,
  description: 'One try to bring a message to its receiver.',
  fields: (t) => ({
    attemptId: t.id({ resolve: ({ attempt_id }) => attempt_id }),
    messageId: t.id({ description: 'The webhook-id that the receiver sees.', resolve: ({ message_id }) => message_id }),
    at: t.field({ type: 'DateTime', resolve: ({ at }) => at }),
    type: t.exposeString('type', { description: 'What it tells, e.g. flight.updated.' }),
    entityId: t.id({ nullable: true, resolve: ({ entity_id }) => entity_id || null }),
    number: t.exposeInt('number', { description: 'The first try of a message is 1.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The status of the answer; null where there was none.',
    }),
    problem: t.exposeString('problem', { nullable: true, description: 'Why there was no answer.' }),
    isTaken: t.boolean({ resolve: ({ status }) => isTaken(status) }),
    tookMs: t.int({ resolve: ({ took_ms }) => took_ms }),
    delayMs: t.int({
      nullable: true,
      description: 'From the change to this try.',
      resolve: ({ delay_ms }) => atMostInt(delay_ms),
    }),
    answer: t.exposeString('answer', { description: 'The first kilobyte of the answer, as text.' }),
    cursorBefore: t.string({
      nullable: true,
      description: 'The cursor of the feed after which this message is the next; null for a test.',
      resolve: ({ position }, _args, { tenant, at }) =>
        position === 0 ? null : changeCursor(tenant.tenantId, position - 1, at.now()),
    }),
  }),
})

const WebhookHour = builder.objectRef<DeliveryFigures['hourList'][number]>('WebhookHour').implement({
  ...noScope,
  description: 'Tries within one hour.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', resolve: ({ from }) => from }),
    takenCount: t.exposeInt('takenCount'),
    failedCount: t.exposeInt('failedCount'),
  }),
})

const WebhookFigures = builder.objectRef<DeliveryFigures>('WebhookFigures').implement({
  ...noScope,
  description: `How well the receiver takes its messages: the latest ${FIGURE_TRIES} tries of ${FIGURE_DAYS} days.`,
  fields: (t) => ({
    firstTryCount: t.exposeInt('firstTryCount', { description: 'Messages that were tried.' }),
    firstTakenCount: t.exposeInt('firstTakenCount', { description: 'Of these, taken at the first try.' }),
    delayP50Ms: t.int({
      nullable: true,
      description: 'From the change to the try that was taken: half of them within.',
      resolve: ({ delayP50Ms }) => atMostInt(delayP50Ms),
    }),
    delayP95Ms: t.int({
      nullable: true,
      description: 'The same: 95 of 100 within.',
      resolve: ({ delayP95Ms }) => atMostInt(delayP95Ms),
    }),
    hourList: t.expose('hourList', { ...usually(FIGURE_HOURS, noScope), type: [WebhookHour] }),
  }),
})

const Webhook = builder.objectRef<WebhookRow>('Webhook').implement({
  ...needs('api-key:read'),
  description: 'Where changes are sent as they happen, with the rights of one API key.',
  fields: (t) => ({
    webhookId: t.id({ resolve: ({ webhook_id }) => webhook_id }),
    apiKeyId: t.id({ description: 'What this key may read is sent.', resolve: ({ api_key_id }) => api_key_id }),
    url: t.exposeString('url'),
    description: t.exposeString('description'),
    entityList: t.field({ type: [EntityKind], resolve: ({ entities }) => [...entities] }),
    kindList: t.field({ type: [ChangeKind], resolve: ({ kinds }) => [...kinds] }),
    fieldList: t.stringList({
      nullable: true,
      description: 'Updates of one of these fields only; null for all.',
      resolve: ({ fields }) => fields && [...fields],
    }),
    aircraftIdList: t.idList({
      nullable: true,
      description: 'Records of these aircraft only; null for all.',
      resolve: ({ aircraftIds }) => aircraftIds && [...aircraftIds],
    }),
    query: t.exposeString('query', { nullable: true }),
    secretEndsIn: t.string({ resolve: ({ secret }) => lastFour(secret) }),
    earlierSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when messages are also signed with the secret before.',
      resolve: ({ earlier_until }, _args, { at }) =>
        earlier_until !== null && earlier_until > at.now() ? earlier_until : null,
    }),
    switchedOffAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ switched_off_at }) => switched_off_at }),
    offReason: t.string({ nullable: true, resolve: ({ off_reason }) => off_reason }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
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
      resolve: async ({ webhook_id }, _args, { reader, at }) => {
        const since = addSeconds(at.now(), -FIGURE_DAYS * DAY_SECONDS)
        return deliveryFigures(await triesSince(reader, webhook_id, since, FIGURE_TRIES), at.now())
      },
    }),
    attemptList: t.field({
      ...usually(LOG_DEFAULT, noScope),
      type: [WebhookAttempt],
      description: 'The log of 30 days, the latest first.',
      args: { first: t.arg.int({ defaultValue: LOG_DEFAULT }) },
      resolve: ({ webhook_id }, { first }, { reader }) =>
        latestAttempts(reader, webhook_id, pageSize(first ?? LOG_DEFAULT)),
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
  apiKeyId: input.apiKeyId,
  url: input.url.trim(),
  description: input.description?.trim() ?? '',
  entities: input.entityList,
  kinds: input.kindList ?? null,
  fields: input.fieldList ?? null,
  aircraftIds: input.aircraftIdList ?? null,
  query: input.query ?? null,
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
  const rights = await rightsOfWebhook(context.world, context.tenant, { api_key_id: apiKeyId })
  if (rights.principal === null) throw uncheckable(rights.isOver)
  const problem = await context.webhooks.queryProblem(context.tenant, rights.principal, query)
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
