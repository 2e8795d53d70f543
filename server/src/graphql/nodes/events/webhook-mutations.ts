/** What is done with one webhook, alike for an operator's and an application's: each graph says by which use case. */
import { WEBHOOK_SECRET_OVERLAP_SECONDS } from '../../../domain/limits.ts'
import type { MessagePreview } from '../../../services/events/webhook-preview.ts'
import type { IdempotencyKey } from '../../../storage/idempotency.ts'
import type { Builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import type { payload, Refusable } from '../../payload.ts'
import type { Declared, FieldBuilder } from '../providers/application.ts'
import { PASSWORD } from './webhook-fields.ts'

const HOUR_SECONDS = 3600

type Graph = Builder['$inferSchemaTypes']

export interface WebhookValue<W> {
  readonly webhook: W | null
}

interface SecretValue<W> extends WebhookValue<W> {
  readonly secret: string | null
}

type WebhookNode<W> = PothosSchemaTypes.ObjectRef<Graph, W, W>

/** What changes of a webhook answer with. */
export const webhookPayloads = <W extends object>(make: typeof payload, Webhook: WebhookNode<W>) => {
  const webhook = (t: FieldBuilder<WebhookValue<W> & Refusable>) =>
    t.field({ type: Webhook, nullable: true, resolve: (value) => value.webhook as never })
  return {
    WebhookPayload: make<WebhookValue<W>>('WebhookPayload', (t) => ({ webhook: webhook(t) })),
    WebhookSecretPayload: make<SecretValue<W>>('WebhookSecretPayload', (t) => ({
      webhook: webhook(t as unknown as FieldBuilder<WebhookValue<W> & Refusable>),
      secret: t.exposeString('secret', {
        nullable: true,
        description: 'What messages are signed with. Shown once, here; null in the answer to a repetition.',
      }),
    })),
  }
}

/** What a preview answers with. */
export const previewPayload = (builder: Builder, make: typeof payload, declared: Declared) => {
  const WebhookMessage = builder.objectRef<MessagePreview>('WebhookMessage').implement({
    ...declared,
    description: 'A message as a webhook with these settings would send it now, of a record that changed lately.',
    fields: (t) => ({
      messageId: t.exposeID('messageId'),
      type: t.exposeString('type', { description: 'What it tells, e.g. flight.updated.' }),
      operatorId: t.exposeString('operatorId'),
      body: t.exposeString('body', { description: 'The body as it is signed: JSON.' }),
      cost: t.exposeInt('cost', {
        nullable: true,
        description: 'What the query takes of the budget with each message; null without one.',
      }),
    }),
  })
  return make<{ readonly message: MessagePreview | null }>('WebhookPreviewPayload', (t) => ({
    message: t.expose('message', { type: WebhookMessage, nullable: true }),
  }))
}

type Key = IdempotencyKey | null

/** The use cases behind the mutations of one graph. */
export interface WebhookUses<W> {
  readonly read: (context: QueryContext, webhookId: string) => Promise<W | null>
  readonly remove: (context: QueryContext, webhookId: string, key: Key) => Promise<void>
  readonly turn: (
    context: QueryContext,
    given: { readonly webhookId: string; readonly isOn: boolean; readonly fromNow: boolean },
    currentPassword: string,
    key: Key,
  ) => Promise<void>
  readonly rotate: (
    context: QueryContext,
    webhookId: string,
    currentPassword: string,
    key: Key,
  ) => Promise<{ readonly secret: string | null }>
  readonly test: (context: QueryContext, webhookId: string, key: Key) => Promise<void>
  readonly resend: (
    context: QueryContext,
    given: { readonly webhookId: string; readonly messageId: string },
    key: Key,
  ) => Promise<void>
}

interface Mutated<W> {
  readonly declared: Declared
  readonly payloads: ReturnType<typeof webhookPayloads<W & object>>
  readonly uses: WebhookUses<W>
}

type MutationFields = Parameters<Parameters<Builder['mutationFields']>[0]>[0]

export const webhookMutations = <W extends object>(t: MutationFields, { declared, payloads, uses }: Mutated<W>) => {
  const { WebhookPayload, WebhookSecretPayload } = payloads
  const webhookId = t.arg.id({ required: true })
  const currentPassword = t.arg.string({ description: PASSWORD })
  const shown = async (context: QueryContext, id: string): Promise<WebhookValue<W>> => ({
    webhook: await uses.read(context, id),
  })
  return {
    webhookDelete: mutation(t, {
      ...declared,
      description: 'Removes a webhook with its log.',
      type: WebhookPayload,
      args: { webhookId },
      run: async (args, context, key) => {
        await uses.remove(context, args.webhookId, key)
        return { webhook: null }
      },
    }),
    webhookSwitch: mutation(t, {
      ...declared,
      description: 'Switches a webhook on or off. Switched on it goes on where it stopped, from the feed of 30 days.',
      type: WebhookPayload,
      args: {
        webhookId,
        isOn: t.arg.boolean({ required: true }),
        fromNow: t.arg.boolean({ defaultValue: false, description: 'Leaves out what happened while it was off.' }),
        currentPassword,
      },
      run: async ({ fromNow, currentPassword: password, ...given }, context, key) => {
        await uses.turn(context, { ...given, fromNow: fromNow ?? false }, password ?? '', key)
        return shown(context, given.webhookId)
      },
    }),
    webhookSecretRotate: mutation(t, {
      ...declared,
      description: `Makes a new signing secret; messages are signed with both for ${WEBHOOK_SECRET_OVERLAP_SECONDS / HOUR_SECONDS} hours.`,
      type: WebhookSecretPayload,
      args: { webhookId, currentPassword },
      run: async (args, context, key) => {
        const { secret } = await uses.rotate(context, args.webhookId, args.currentPassword ?? '', key)
        return { ...(await shown(context, args.webhookId)), secret }
      },
    }),
    webhookTest: mutation(t, {
      ...declared,
      description: 'Sends a message of the type webhook.test, once.',
      type: WebhookPayload,
      args: { webhookId },
      run: async (args, context, key) => {
        await uses.test(context, args.webhookId, key)
        return shown(context, args.webhookId)
      },
    }),
    webhookResend: mutation(t, {
      ...declared,
      description: 'Sends one message of the log again, with the same id.',
      type: WebhookPayload,
      args: { webhookId, messageId: t.arg.id({ required: true }) },
      run: async (args, context, key) => {
        await uses.resend(context, args, key)
        return shown(context, args.webhookId)
      },
    }),
  }
}
