/** Webhooks of this operator: what they send where, the log of their attempts, and what administrators do with them. */
import { Failure } from '../../../domain/failure.ts'
import { MAX_WEBHOOKS } from '../../../domain/limits.ts'
import { countForKey } from '../../../services/events/webhook-count.ts'
import { previewForKey } from '../../../services/events/webhook-preview.ts'
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
import {
  type AttemptRow,
  latestAttempts,
  triesSince,
  waitingIn,
  waitingMessages,
} from '../../../storage/events/webhook-queue.ts'
import { type Webhook as WebhookRow, webhookById, webhooksIn } from '../../../storage/events/webhooks.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { costing, usually } from '../../operation/list-size.ts'
import { payload } from '../../payload.ts'
import { actorOf, signedInUser } from '../../signed-in-user.ts'
import { ChangeKind, EntityKind, positionAfter } from '../change.ts'
import { PersonName, personName } from '../identity/person-name.ts'
import {
  askedTries,
  attemptFields,
  COUNT_COST,
  countNode,
  DELAYED,
  figuresAt,
  figuresNode,
  GIVEN_UP,
  givenUpAt,
  heardInputFields,
  heardOf,
  LOG,
  LOG_DEFAULT,
  outcomeEnum,
  settingsFields,
  settingsInputFields,
  settingsOf,
  WAITING,
  WAITING_SIZE,
  waitingNode,
} from './webhook-fields.ts'
import { previewPayload, type WebhookUses, webhookMutations, webhookPayloads } from './webhook-mutations.ts'

const WebhookOutcome = outcomeEnum(builder)
const WebhookFigures = figuresNode(builder, noScope)
const WebhookWaiting = waitingNode(builder, noScope)
const WebhookMessageCount = countNode(builder, noScope)

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
      resolve: async ({ webhook_id }, _args, { reader, looked }) => {
        const { count } = await waitingIn(reader, webhook_id)
        looked.add(count, 'compared')
        return count
      },
    }),
    waitingList: t.field({
      ...usually(WAITING_SIZE, noScope),
      type: [WebhookWaiting],
      description: WAITING,
      resolve: ({ webhook_id }, _args, { reader }) => waitingMessages(reader, webhook_id),
    }),
    givenUpAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: GIVEN_UP,
      resolve: async ({ webhook_id }, _args, { reader, looked }) => {
        const { count, since } = await waitingIn(reader, webhook_id)
        looked.add(count, 'compared')
        return givenUpAt(since)
      },
    }),
    delayedSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: DELAYED,
      resolve: ({ delayed_since, switched_off_at }) => (switched_off_at === null ? delayed_since : null),
    }),
    messagesAfter: t.field({
      ...costing(() => COUNT_COST, noScope),
      type: WebhookMessageCount,
      // What is asked wrongly leaves the webhook as it is.
      nullable: true,
      description:
        'What webhookResendFrom would send with the rights of now; without a cursor, what is sent when it is switched on.',
      args: { cursor: t.arg.string() },
      resolve: async (webhook, { cursor }, { world, tenant, reader, at, looked, loaders }) => {
        const position =
          cursor == null
            ? null
            : positionAfter(cursor, tenant, { head: await changeHead(reader), now: at.now(), argument: 'cursor' })
        return loaders.inTurn(() => countForKey({ world, tenant }, webhook, position, looked))
      },
    }),
    figures: t.field({
      ...noScope,
      type: WebhookFigures,
      resolve: ({ webhook_id }, _args, { reader, at, looked }) =>
        figuresAt(at.realNow(), looked, (asked) => triesSince(reader, webhook_id, asked)),
    }),
    attemptList: t.field({
      ...usually(LOG_DEFAULT, noScope),
      type: [WebhookAttempt],
      description: LOG,
      args: {
        first: t.arg.int({ defaultValue: LOG_DEFAULT }),
        outcome: t.arg({ type: WebhookOutcome, description: 'Those that ended so only.' }),
        status: t.arg.int({ description: 'Those that were answered with this status only.' }),
        before: t.arg.id({ description: 'Those before this attemptId: the last of the page before.' }),
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

const KINDS = { EntityKind, ChangeKind }
const AIRCRAFT = 'Records of these aircraft only.'
const OF_KEY = 'the key'

const WebhookInput = builder.inputType('WebhookInput', {
  fields: (t) => ({
    apiKeyId: t.id({ required: true, description: 'What this key may read is sent, and no more.' }),
    ...settingsInputFields(t, KINDS, OF_KEY),
    aircraftIdList: t.idList({ description: AIRCRAFT }),
  }),
})

const WebhookPreviewInput = builder.inputType('WebhookPreviewInput', {
  fields: (t) => ({
    apiKeyId: t.id({ required: true, description: 'What both this key and you may read is shown.' }),
    ...heardInputFields(t, KINDS, OF_KEY),
    aircraftIdList: t.idList({ description: AIRCRAFT }),
    nth: t.int({ defaultValue: 0, description: '0 for the record that changed last, 1 for the one before.' }),
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

/** Checked with the rights of the key and not run, once it is known that the user is present. */
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

const payloads = webhookPayloads(payload, Webhook)
const { WebhookPayload, WebhookSecretPayload } = payloads
const WebhookPreviewPayload = previewPayload(builder, payload, noScope)

const byOf = (context: QueryContext, currentPassword?: string | null): ByAdministrator => ({
  user: signedInUser(context),
  actor: actorOf(context),
  currentPassword: currentPassword ?? '',
})

const readWebhook = async ({ reader }: QueryContext, webhookId: string): Promise<WebhookRow | null> =>
  (await webhookById(reader, webhookId)) ?? null

const uses: WebhookUses<WebhookRow> = {
  read: readWebhook,
  remove: (context, webhookId, key) => deleteWebhook(context.at, webhookId, byOf(context), key),
  turn: (context, given, password, key) => switchWebhook(context.at, given, byOf(context, password), key),
  rotate: (context, webhookId, password, key) =>
    rotateWebhookSecret(context.at, webhookId, byOf(context, password), key),
  test: ({ at }, webhookId, key) => testWebhook(at, webhookId, key),
  resend: ({ at }, given, key) => resendMessage(at, given, key),
}

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
      return { webhook: await readWebhook(context, webhookId), secret }
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
      return { webhook: await readWebhook(context, webhookId) }
    },
  }),
  webhookPreview: mutation(t, {
    ...needs('api-key:write'),
    description: 'Shows a message as it would be sent, of a record that changed lately. Nothing is sent or kept.',
    type: WebhookPreviewPayload,
    args: { input: t.arg({ type: WebhookPreviewInput, required: true }) },
    under: ['input'],
    isKeyless: true,
    run: async ({ input }, { world, tenant, principal: viewer, webhooks, looked }) => {
      const wish = { ...heardOf(input), aircraftIds: input.aircraftIdList ?? null }
      const asked = { wish, nth: Math.max(0, input.nth ?? 0), queries: webhooks.queries, looked }
      return { message: await previewForKey({ world, tenant, viewer }, input.apiKeyId, asked) }
    },
  }),
  ...webhookMutations(t, { declared: needs('api-key:write'), payloads, uses }),
  webhookResendFrom: mutation(t, {
    ...needs('api-key:write'),
    description: 'Sends everything after a cursor of the feed again: ten times an hour.',
    type: WebhookPayload,
    args: { webhookId: t.arg.id({ required: true }), after: t.arg.string({ required: true }) },
    run: async ({ webhookId, after }, context, key) => {
      const feed = { head: await changeHead(context.reader), now: context.at.now() }
      const position = positionAfter(after, context.tenant, feed)
      await resendFrom(context.at, { webhookId, position }, byOf(context), key)
      return { webhook: await readWebhook(context, webhookId) }
    },
  }),
}))
