/** Webhooks of the provider's applications: what they send where, and the log of their attempts (events §2). */
import { ceilingAt } from '../../../../domain/oauth/extra-scopes.ts'
import type { Environment } from '../../../../domain/tenancy/tenant.ts'
import {
  type ByPresentMember,
  createApplicationWebhook,
  deleteApplicationWebhook,
  ownWebhook,
  resendApplicationFrom,
  resendApplicationMessage,
  rotateApplicationWebhookSecret,
  switchApplicationWebhook,
  takeOverApplicationWebhook,
  testApplicationWebhook,
  updateApplicationWebhook,
} from '../../../../services/events/application-webhooks.ts'
import { countForGrants } from '../../../../services/events/webhook-count.ts'
import { previewAtSandbox } from '../../../../services/events/webhook-preview.ts'
import { checkedQuery, refuse, type SettingsWish } from '../../../../services/events/webhook-wish.ts'
import { requirePresence } from '../../../../services/identity/presence.ts'
import { requireOwn } from '../../../../services/providers/own-application.ts'
import { changeHead } from '../../../../storage/change-feed.ts'
import {
  type ApplicationWebhookRow,
  connectedWebhooks,
  delayedIn,
  operatorsOfTenants,
  webhooksOfApplication,
} from '../../../../storage/events/application-webhooks.ts'
import {
  type AttemptRow,
  latestAttemptsOfApplication,
  triesOfApplicationSince,
  triesOfApplicationsSince,
  waitingInAll,
  waitingOfApplication,
} from '../../../../storage/events/webhook-queue.ts'
import { settingsIn, type WebhookSettings } from '../../../../storage/events/webhooks.ts'
import type { TenantReader, TenantTx } from '../../../../storage/handles.ts'
import { forMembers } from '../../../access-declaration.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { costing, usually } from '../../../operation/list-size.ts'
import { portalBuilder as builder, byMember, memberOf, portalPayload } from '../../../platform/portal-builder.ts'
import { positionAfter } from '../../change.ts'
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
  kindEnums,
  LOG,
  LOG_DEFAULT,
  outcomeEnum,
  settingsFields,
  settingsInputFields,
  settingsOf,
  WAITING,
  WAITING_SIZE,
  waitingNode,
} from '../../events/webhook-fields.ts'
import { previewPayload, type WebhookUses, webhookMutations, webhookPayloads } from '../../events/webhook-mutations.ts'
import { Application } from './application.ts'
import { nameOfWhoLeft } from './who-left.ts'

const KINDS = kindEnums(builder)
const WebhookOutcome = outcomeEnum(builder)
const WebhookFigures = figuresNode(builder, forMembers)
const WebhookWaiting = waitingNode(builder, forMembers)
const WebhookMessageCount = countNode(builder, forMembers)

const WebhookAttempt = builder.objectRef<AttemptRow>('WebhookAttempt').implement({
  ...forMembers,
  description: 'One try to bring a message to its receiver.',
  fields: (t) => ({
    ...attemptFields(t),
    operatorId: t.string({
      description: 'Which operator it came from.',
      resolve: async ({ tenant_id }, _args, { at, loaders }) =>
        (await loaders.load('operator of tenant', tenant_id, (ids) => operatorsOfTenants(at.platform, ids))) ?? '',
    }),
  }),
})

type ShownWebhook = WebhookSettings &
  Pick<ApplicationWebhookRow, 'application_webhook_id' | 'client_id' | 'environment' | 'url_by' | 'secret_by'>

const shown = (row: ApplicationWebhookRow): ShownWebhook => ({
  ...settingsIn(row),
  application_webhook_id: row.application_webhook_id,
  client_id: row.client_id,
  environment: row.environment,
  url_by: row.url_by,
  secret_by: row.secret_by,
})

/** What waits at all operators is walked for each field that tells of it, and paid. */
const waitingAt = async ({ at, looked }: QueryContext, id: string) => {
  const waiting = await waitingInAll(at.platform, id)
  looked.add(waiting.count, 'compared')
  return waiting
}

const Webhook = builder.objectRef<ShownWebhook>('Webhook').implement({
  ...forMembers,
  description:
    'Where changes at all operators that connected the application are sent as they happen, with the rights of each grant.',
  fields: (t) => ({
    webhookId: t.id({ resolve: ({ application_webhook_id }) => application_webhook_id }),
    clientId: t.id({ resolve: ({ client_id }) => client_id }),
    environment: t.exposeString('environment', { description: 'production or sandbox.' }),
    ...settingsFields(t, KINDS),
    leftMakerName: t.string({
      nullable: true,
      description:
        'Who chose its address or made its secret, where they left; null once somebody takes it over or replaces the secret.',
      resolve: async ({ url_by, secret_by, created_by }, _args, context) =>
        (await nameOfWhoLeft(context, url_by ?? created_by)) ?? nameOfWhoLeft(context, secret_by ?? created_by),
    }),
    operatorCount: t.int({
      description: 'How many operators it hears of now.',
      resolve: async ({ application_webhook_id: id }, _args, { at }) => {
        const connected = await connectedWebhooks(at.platform, id)
        return new Set(connected.map(({ operatorId }) => operatorId)).size
      },
    }),
    waitingCount: t.int({
      description: 'Messages that were not taken yet and are tried again.',
      resolve: async ({ application_webhook_id: id }, _args, context) => (await waitingAt(context, id)).count,
    }),
    waitingList: t.field({
      ...usually(WAITING_SIZE, forMembers),
      type: [WebhookWaiting],
      description: WAITING,
      resolve: async ({ application_webhook_id: id }, _args, context) => {
        await waitingAt(context, id)
        return waitingOfApplication(context.at.platform, id)
      },
    }),
    givenUpAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: GIVEN_UP,
      resolve: async ({ application_webhook_id: id }, _args, context) =>
        givenUpAt((await waitingAt(context, id)).since),
    }),
    delayedSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: DELAYED,
      resolve: async ({ application_webhook_id: id, switched_off_at }, _args, { at, looked }) => {
        if (switched_off_at !== null) return null
        const { operators, since } = await delayedIn(at.platform, id)
        looked.add(operators, 'compared')
        return since
      },
    }),
    messagesAfter: t.field({
      ...costing(() => COUNT_COST, forMembers),
      type: WebhookMessageCount,
      // What is asked wrongly leaves the webhook as it is.
      nullable: true,
      description:
        'What webhookResendFrom would send of one operator, with the rights of now; without operator and cursor, what is sent of all when it is switched on.',
      args: { operatorId: t.arg.id(), cursor: t.arg.string() },
      resolve: ({ application_webhook_id: webhookId }, { operatorId, cursor }, { world, looked, loaders }) => {
        if (operatorId == null && cursor == null)
          return loaders.inTurn(() => countForGrants(world, { webhookId }, looked))
        if (operatorId == null) return refuse('operatorId', 'Say of which operator the cursor is')
        if (cursor == null) return refuse('cursor', 'Say after which cursor of the operator')
        const find = async (reader: TenantReader) =>
          positionAfter(cursor, reader, {
            head: await changeHead(reader),
            now: world.now(reader.tenantId),
            argument: 'cursor',
          })
        return loaders.inTurn(() => countForGrants(world, { webhookId, after: { operatorId, find } }, looked))
      },
    }),
    figures: t.field({
      ...forMembers,
      type: WebhookFigures,
      resolve: ({ application_webhook_id: id }, _args, { at, looked }) =>
        figuresAt(at.now(), looked, (asked) => triesOfApplicationSince(at.platform, id, asked)),
    }),
    attemptList: t.field({
      ...forMembers,
      type: [WebhookAttempt],
      description: LOG,
      args: {
        first: t.arg.int({ defaultValue: LOG_DEFAULT }),
        outcome: t.arg({ type: WebhookOutcome, description: 'Those that ended so only.' }),
        status: t.arg.int({ description: 'Those that were answered with this status only.' }),
        before: t.arg.id({ description: 'Those before this attemptId: the last of the page before.' }),
      },
      resolve: ({ application_webhook_id: id }, asked, { at }) =>
        latestAttemptsOfApplication(at.platform, id, askedTries(asked)),
    }),
  }),
})

builder.objectField(Application, 'webhookList', (t) =>
  t.field({
    ...forMembers,
    type: [Webhook],
    description: 'Its webhooks of both environments, oldest first: at most ten.',
    resolve: async ({ client_id }, _args, { at }) => (await webhooksOfApplication(at.platform, client_id)).map(shown),
  }),
)

builder.objectField(Application, 'webhookFigures', (t) =>
  t.field({
    ...forMembers,
    type: WebhookFigures,
    description: 'How well the receivers of all its webhooks together take their messages.',
    resolve: async ({ client_id }, _args, { at, looked }) => {
      const ids = (await webhooksOfApplication(at.platform, client_id)).map((each) => each.application_webhook_id)
      return figuresAt(at.now(), looked, (asked) => triesOfApplicationsSince(at.platform, ids, asked))
    },
  }),
)

const readWebhook = async (context: QueryContext, webhookId: string): Promise<ShownWebhook | null> => {
  const found = await ownWebhook(context.at.platform, memberOf(context).provider.provider_id, webhookId)
  return found && shown(found)
}

builder.queryField('webhook', (t) =>
  t.field({
    ...forMembers,
    description: 'One webhook of an application of the provider.',
    type: Webhook,
    nullable: true,
    args: { webhookId: t.arg.id({ required: true }) },
    resolve: (_root, { webhookId }, context) => readWebhook(context, webhookId),
  }),
)

const OF_GRANT = 'the application at each operator'

const WebhookInput = builder.inputType('WebhookInput', {
  fields: (t) => settingsInputFields(t, KINDS, OF_GRANT),
})

const WebhookPreviewInput = builder.inputType('WebhookPreviewInput', {
  fields: (t) => ({
    ...heardInputFields(t, KINDS, OF_GRANT),
    nth: t.int({ defaultValue: 0, description: '0 for the record that changed last, 1 for the one before.' }),
  }),
})

const payloads = webhookPayloads(portalPayload, Webhook)
const { WebhookPayload, WebhookSecretPayload } = payloads
const WebhookPreviewPayload = previewPayload(builder, portalPayload, forMembers)

const byOf = (context: QueryContext, currentPassword?: string | null): ByPresentMember => ({
  ...byMember(context),
  currentPassword: currentPassword ?? '',
})

/** As far as any operator could allow it; looked at once the member is known to be present, and never run. */
const requireQuery = async (
  context: QueryContext,
  of: { readonly clientId: string } | { readonly webhookId: string },
  { query: asked }: SettingsWish,
  by: ByPresentMember,
): Promise<void> => {
  const query = checkedQuery(asked)
  if (query === null) return
  const clientId = 'clientId' in of ? of.clientId : (await readWebhook(context, of.webhookId))?.client_id
  const application = await requireOwn(context.at.platform, by.by.provider.provider_id, clientId ?? '')
  await requirePresence(context.at, by.by, by.currentPassword)
  const principal = { ...context.principal, scopes: ceilingAt(application, context.at.now()) }
  const problem = await context.webhooks.queries.problem({ tenant: context.tenant, principal, query })
  if (problem !== null) refuse('query', problem)
}

const environmentOf = (text: string): Environment =>
  text === 'production' || text === 'sandbox' ? text : refuse('environment', 'Say production or sandbox')

const uses: WebhookUses<ShownWebhook> = {
  read: readWebhook,
  remove: (context, webhookId, key) => deleteApplicationWebhook(context.at, webhookId, byMember(context), key),
  turn: (context, given, password, key) => switchApplicationWebhook(context.at, given, byOf(context, password), key),
  rotate: (context, webhookId, password, key) =>
    rotateApplicationWebhookSecret(context.at, webhookId, byOf(context, password), key),
  test: (context, webhookId, key) => testApplicationWebhook(context.at, webhookId, byMember(context), key),
  resend: (context, given, key) => resendApplicationMessage(context.at, given, byMember(context), key),
}

builder.mutationFields((t) => ({
  webhookCreate: mutation(t, {
    ...forMembers,
    description:
      'Sends changes at all operators that connect the application to an address, from now on. All owners are told.',
    type: WebhookSecretPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      environment: t.arg.string({ required: true, description: 'production or sandbox.' }),
      input: t.arg({ type: WebhookInput, required: true }),
    },
    under: ['input'],
    run: async ({ clientId, environment, input }, context, key) => {
      const wish = settingsOf(input)
      const by = byOf(context, input.currentPassword)
      await requireQuery(context, { clientId }, wish, by)
      const made = { clientId, environment: environmentOf(environment), wish, rules: context.webhooks }
      const { webhookId, secret } = await createApplicationWebhook(context.at, made, by, key)
      return { webhook: await readWebhook(context, webhookId), secret }
    },
  }),
  webhookUpdate: mutation(t, {
    ...forMembers,
    description: 'Changes where a webhook leads and what it sends. All owners are told.',
    type: WebhookPayload,
    args: { webhookId: t.arg.id({ required: true }), input: t.arg({ type: WebhookInput, required: true }) },
    under: ['input'],
    run: async ({ webhookId, input }, context, key) => {
      const wish = settingsOf(input)
      const by = byOf(context, input.currentPassword)
      await requireQuery(context, { webhookId }, wish, by)
      await updateApplicationWebhook(context.at, { webhookId, wish, rules: context.webhooks }, by, key)
      return { webhook: await readWebhook(context, webhookId) }
    },
  }),
  webhookPreview: mutation(t, {
    ...forMembers,
    description:
      'Shows a message as it would be sent, of a record of the provider’s own sandbox, with what is granted there. Nothing is sent or kept.',
    type: WebhookPreviewPayload,
    args: { clientId: t.arg.id({ required: true }), input: t.arg({ type: WebhookPreviewInput, required: true }) },
    under: ['input'],
    isKeyless: true,
    run: async ({ clientId, input }, context) => {
      const { world, webhooks, looked } = context
      const wish = { ...heardOf(input), aircraftIds: null }
      const asked = { wish, nth: Math.max(0, input.nth ?? 0), queries: webhooks.queries, looked }
      return { message: await previewAtSandbox(world, byMember(context), clientId, asked) }
    },
  }),
  ...webhookMutations(t, { declared: forMembers, payloads, uses }),
  webhookTakeOver: mutation(t, {
    ...forMembers,
    description:
      'Says that a webhook goes on as it is, in the name of the signed-in member, after who made it left. All owners are told.',
    type: WebhookPayload,
    args: { webhookId: t.arg.id({ required: true }) },
    run: async ({ webhookId }, context, key) => {
      await takeOverApplicationWebhook(context.at, webhookId, byMember(context), key)
      return { webhook: await readWebhook(context, webhookId) }
    },
  }),
  webhookResendFrom: mutation(t, {
    ...forMembers,
    description: 'Sends everything of one operator after a cursor of its feed again: ten times an hour.',
    type: WebhookPayload,
    args: {
      webhookId: t.arg.id({ required: true }),
      operatorId: t.arg.id({ required: true }),
      after: t.arg.string({ required: true }),
    },
    run: async ({ webhookId, operatorId, after }, context, key) => {
      const find = async (tx: TenantTx) =>
        positionAfter(after, tx, { head: await changeHead(tx), now: context.world.now(tx.tenantId) })
      await resendApplicationFrom(context.at, { webhookId, operatorId, find }, byMember(context), key)
      return { webhook: await readWebhook(context, webhookId) }
    },
  }),
}))
