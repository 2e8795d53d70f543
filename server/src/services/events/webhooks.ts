/**
 * What administrators do with their operator's webhooks (events §2). Adding one, or changing where and what it sends,
 * asks who does it to be present, is in the audit log, and is mailed to all administrators.
 */
import { addSeconds } from '../../domain/clock.ts'
import { isOwnKind } from '../../domain/entity-kind.ts'
import { TEST_TYPE } from '../../domain/events/webhook-message.ts'
import { newWebhookSecret } from '../../domain/events/webhook-signature.ts'
import { Failure } from '../../domain/failure.ts'
import { HOUR_MS } from '../../domain/interval.ts'
import { MAX_SENT_AGAIN_PER_HOUR, MAX_WEBHOOKS, WEBHOOK_SECRET_OVERLAP_SECONDS } from '../../domain/limits.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { wasAuditedSince } from '../../storage/audit.ts'
import { changeHead } from '../../storage/change-feed.ts'
import {
  type AttemptRow,
  attemptOfMessage,
  parkAgain,
  parkAtOnce,
  removeParked,
} from '../../storage/events/webhook-queue.ts'
import {
  changeWebhook,
  insertWebhook,
  lockWebhook,
  removeWebhook,
  type Webhook,
  webhooksIn,
} from '../../storage/events/webhooks.ts'
import type { TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { lockAdministrators } from '../../storage/identity/user-accounts.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { lockApiKey } from '../../storage/oauth/api-keys.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { spendOrRefuse } from '../identity/allowance.ts'
import { momentOf } from '../identity/messages.ts'
import { requirePresence } from '../identity/presence.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { requireAircraft } from '../oauth/api-keys.ts'
import { newId, type WorldAt } from '../world.ts'
import { mailAdministrators, stopWebhook } from './webhook-switch.ts'
import {
  checkAircraft,
  checkedSettings,
  refuse,
  type SettingsWish,
  settingsColumns,
  type WebhookRules,
} from './webhook-wish.ts'

/** What an operator's webhook sends, and where. */
export interface WebhookWish extends SettingsWish {
  readonly apiKeyId: string
  readonly aircraftIds: readonly string[] | null
}

/** Who does it, and the password that proves it where they signed in a while ago. */
export interface ByAdministrator {
  readonly user: SignedIn
  readonly actor: Actor
  readonly currentPassword: string
}

export const noSuchWebhook = (): Failure =>
  new Failure('not_found', 'There is no such webhook here', { details: { field: 'webhookId' } })

const checkedWish = (wish: WebhookWish, rules: WebhookRules): WebhookWish => {
  const { entities, aircraftIds } = wish
  const own = entities.find(isOwnKind)
  if (own !== undefined) refuse('entityList', `${own} is told to the person's own applications only`)
  checkAircraft(aircraftIds, entities)
  return { ...wish, ...checkedSettings(wish, rules) }
}

const columnsOf = (wish: WebhookWish) => ({
  ...settingsColumns(wish),
  api_key_id: wish.apiKeyId,
  aircraft_id_list: wish.aircraftIds && JSON.stringify(wish.aircraftIds),
})

const requireKey = async (tx: TenantTx, apiKeyId: string): Promise<void> => {
  if (!(await lockApiKey(tx, apiKeyId))) refuse('apiKeyId', 'There is no such key here, or it was revoked')
}

interface Told {
  readonly action: string
  /** A sentence without its end: "Events are now sent to receiver.example". */
  readonly what: string
  readonly url: string
  /** Mailed once an hour, for a switch that is turned to and fro; the audit log has every turn. */
  readonly isGathered?: true
}

const tell = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  { webhookId, by }: { readonly webhookId: string; readonly by: ByAdministrator },
  { action, what, url, isGathered }: Told,
): Promise<void> => {
  const { host } = new URL(url)
  const subject = { kind: 'webhook', id: webhookId }
  const wasTold =
    isGathered && (await wasAuditedSince(tx, { action, subjectId: webhookId }, (await tx.realNow()) - HOUR_MS))
  await recordAudit(at, tx, by.actor, { action, subject, detail: { host } })
  if (wasTold) return
  const name = nameInMail(at.realm.name)
  const who = `by ${nameInMail(nameOf(by.user.user))}, on ${momentOf(await tx.realNow())}`
  await mailAdministrators(at, tx, {
    subject: `The webhooks of ${name} changed`,
    lines: [
      `${what}, at ${name} (${at.realm.environment}), ${who}.`,
      '',
      'If nobody of you did this, switch the webhook off and revoke its API key.',
      ...(isGathered ? ['The same within the next hour is in the audit log and not mailed.'] : []),
    ],
  })
}

export interface MadeWebhook {
  readonly webhookId: string
  /** Null in the answer to a repetition: it was shown once. */
  readonly secret: string | null
}

export const createWebhook = async (
  at: WorldAt<Tenant>,
  given: { readonly wish: WebhookWish; readonly rules: WebhookRules },
  by: ByAdministrator,
  key: IdempotencyKey | null,
): Promise<MadeWebhook> => {
  const wish = checkedWish(given.wish, given.rules)
  await requirePresence(at, by.user, by.currentPassword)
  const secret = newWebhookSecret(at.randomBytes)
  const { outcome: webhookId, isRepeated } = await changeOnce(at, key, async (tx) => {
    // Of two at once the second waits here and sees the first.
    await lockAdministrators(tx)
    await requireKey(tx, wish.apiKeyId)
    await requireAircraft(tx, wish.aircraftIds ?? [])
    const position = await changeHead(tx)
    if ((await webhooksIn(tx)).length >= MAX_WEBHOOKS)
      throw new Failure('forbidden', `An operator has at most ${MAX_WEBHOOKS} webhooks: remove one first`)
    const now = await tx.now()
    const id = newId(at, 'whk')
    await insertWebhook(tx, {
      webhook_id: id,
      ...columnsOf(wish),
      secret,
      earlier_secret: null,
      earlier_until: null,
      position,
      failures: 0,
      switched_off_at: null,
      off_reason: null,
      holder: null,
      held_until: 0,
      created_at: now,
      created_by: by.user.user.user_id,
      changed_at: now,
    })
    const what = `Events are now sent to ${new URL(wish.url).host}`
    await tell(at, tx, { webhookId: id, by }, { action: 'webhook.created', what, url: wish.url })
    return id
  })
  return { webhookId, secret: isRepeated ? null : secret }
}

/** Runs a change of one webhook, under its lock. */
const changing = async (
  at: WorldAt<Tenant>,
  webhookId: string,
  key: IdempotencyKey | null,
  job: (tx: TenantTx, webhook: Webhook) => Promise<void>,
): Promise<{ readonly isRepeated: boolean }> =>
  changeOnce(at, key, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId)
    if (!webhook) throw noSuchWebhook()
    await job(tx, webhook)
    return webhookId
  })

export const updateWebhook = async (
  at: WorldAt<Tenant>,
  given: { readonly webhookId: string; readonly wish: WebhookWish; readonly rules: WebhookRules },
  by: ByAdministrator,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { webhookId } = given
  const wish = checkedWish(given.wish, given.rules)
  await requirePresence(at, by.user, by.currentPassword)
  await changing(at, webhookId, key, async (tx, webhook) => {
    await requireKey(tx, wish.apiKeyId)
    // One that left the fleet since may stay on the list.
    const before = new Set(webhook.aircraftIds ?? [])
    await requireAircraft(
      tx,
      (wish.aircraftIds ?? []).filter((aircraftId) => !before.has(aircraftId)),
    )
    await changeWebhook(tx, webhookId, { ...columnsOf(wish), changed_at: await tx.now() })
    const what = `The webhook to ${new URL(wish.url).host} was changed`
    await tell(at, tx, { webhookId, by }, { action: 'webhook.changed', what, url: wish.url })
  })
}

export const deleteWebhook = async (
  at: WorldAt<Tenant>,
  webhookId: string,
  by: ByAdministrator,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, webhookId, key, async (tx, { url }) => {
    await removeWebhook(tx, webhookId)
    const what = `The webhook to ${new URL(url).host} was removed`
    await tell(at, tx, { webhookId, by }, { action: 'webhook.removed', what, url })
  })
}

/** Switched on it goes on where it stopped, or from now where `fromNow` leaves out what happened since. */
export const switchWebhook = async (
  at: WorldAt<Tenant>,
  given: { readonly webhookId: string; readonly isOn: boolean; readonly fromNow: boolean },
  by: ByAdministrator,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { webhookId, isOn, fromNow } = given
  if (isOn) await requirePresence(at, by.user, by.currentPassword)
  await changing(at, webhookId, key, async (tx, webhook) => {
    const { host } = new URL(webhook.url)
    if (isOn) {
      const position = fromNow ? { position: await changeHead(tx) } : {}
      if (fromNow) await removeParked(tx, webhookId)
      await changeWebhook(tx, webhookId, { switched_off_at: null, off_reason: null, failures: 0, ...position })
    } else await stopWebhook(tx, webhook, 'an administrator switched it off')
    const what = isOn
      ? `The webhook to ${host} was switched on${fromNow ? ', without what happened meanwhile' : ''}`
      : `The webhook to ${host} was switched off`
    await tell(
      at,
      tx,
      { webhookId, by },
      { action: isOn ? 'webhook.switched-on' : 'webhook.switched-off', what, url: webhook.url, isGathered: true },
    )
  })
}

/** Messages are signed with both secrets for a day. */
export const rotateWebhookSecret = async (
  at: WorldAt<Tenant>,
  webhookId: string,
  by: ByAdministrator,
  key: IdempotencyKey | null,
): Promise<MadeWebhook> => {
  await requirePresence(at, by.user, by.currentPassword)
  const secret = newWebhookSecret(at.randomBytes)
  const { isRepeated } = await changing(at, webhookId, key, async (tx, webhook) => {
    const earlier_until = addSeconds(await tx.realNow(), WEBHOOK_SECRET_OVERLAP_SECONDS)
    await changeWebhook(tx, webhookId, { secret, earlier_secret: webhook.secret, earlier_until })
    const what = `The signing secret of the webhook to ${new URL(webhook.url).host} was replaced`
    await tell(at, tx, { webhookId, by }, { action: 'webhook.secret-replaced', what, url: webhook.url })
  })
  return { webhookId, secret: isRepeated ? null : secret }
}

export const requireOn = ({ switched_off_at }: Pick<Webhook, 'switched_off_at'>): void => {
  if (switched_off_at !== null)
    throw new Failure('forbidden', 'The webhook is switched off: switch it on first', {
      details: { field: 'webhookId' },
    })
}

/** Sends a message that is about no record, once. */
export const testWebhook = async (
  at: WorldAt<Tenant>,
  webhookId: string,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, webhookId, key, async (tx, webhook) => {
    requireOn(webhook)
    await parkAtOnce(tx, {
      webhook_id: webhookId,
      message_id: newId(at, 'msg'),
      position: 0,
      entity_id: '',
      type: TEST_TYPE,
    })
  })
}

/** Sends a message of the log again, where it is in the log and tells of a record. */
export const resendAttempt = async (tx: TenantTx, attempt: AttemptRow | undefined): Promise<void> => {
  if (!attempt || attempt.position === 0)
    throw new Failure('not_found', 'There is no such message in the log', { details: { field: 'messageId' } })
  const { webhook_id, message_id, position, entity_id } = attempt
  await parkAgain(tx, { webhook_id, message_id, position, entity_id })
}

/** Sends one message of the log again, under its id; it is read from the feed, with the rights of now. */
export const resendMessage = async (
  at: WorldAt<Tenant>,
  { webhookId, messageId }: { readonly webhookId: string; readonly messageId: string },
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, webhookId, key, async (tx, webhook) => {
    requireOn(webhook)
    await resendAttempt(tx, await attemptOfMessage(tx, webhookId, messageId))
  })
}

/** What each time sends is paid as it is sent; how often, so that no message is sent again and again in its stead. */
export const spendSendingAgain = (tx: TenantTx, webhookId: string): Promise<void> =>
  spendOrRefuse(
    tx,
    { subject: `webhook ${webhookId} is sent again`, times: MAX_SENT_AGAIN_PER_HOUR, seconds: HOUR_MS / 1000 },
    `A webhook is sent again from a cursor at most ${MAX_SENT_AGAIN_PER_HOUR} times an hour`,
  )

/** Sends everything after a position of the feed again. */
export const resendFrom = async (
  at: WorldAt<Tenant>,
  { webhookId, position }: { readonly webhookId: string; readonly position: number },
  by: ByAdministrator,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, webhookId, key, async (tx, webhook) => {
    requireOn(webhook)
    await spendSendingAgain(tx, webhookId)
    await removeParked(tx, webhookId)
    await changeWebhook(tx, webhookId, { position, failures: 0 })
    const subject = { kind: 'webhook', id: webhookId }
    await recordAudit(at, tx, by.actor, {
      action: 'webhook.sent-again',
      subject,
      detail: { host: new URL(webhook.url).host },
    })
  })
}
