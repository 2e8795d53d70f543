/** What becomes of a webhook by itself: it is switched off and its owner told, or its grant is less or over (events §2). */
import { addSeconds } from '../../domain/clock.ts'
import { ENDED_TYPE, NARROWED_TYPE } from '../../domain/events/webhook-message.ts'
import { NOTICE_SECONDS } from '../../domain/limits.ts'
import { holdsAll, joinScopes, parseScopes, type ScopeSet } from '../../domain/scopes.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { applicationWebhookById, changeApplicationWebhook } from '../../storage/events/application-webhooks.ts'
import { firstParked, parkAtOnce, removeParked } from '../../storage/events/webhook-queue.ts'
import {
  type ApplicationsPart,
  changeWebhook,
  lockWebhook,
  type Webhook,
  webhooksMadeBy,
} from '../../storage/events/webhooks.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { lockAdministrators } from '../../storage/identity/user-accounts.ts'
import { canSignIn } from '../../storage/identity/users.ts'
import { lockApplication } from '../../storage/oauth/applications.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { spendAllowance } from '../identity/allowance.ts'
import { momentOf } from '../identity/messages.ts'
import { mailOwners } from '../providers/staff-mail.ts'
import { newId, type Randomness, type World, type WorldAt } from '../world.ts'

/** What is parked goes back to the feed: switched on again, it goes on before the first message that was not taken. */
export const stopWebhook = async (tx: TenantTx, webhook: Webhook, reason: string): Promise<void> => {
  const first = await firstParked(tx, webhook.webhook_id)
  await removeParked(tx, webhook.webhook_id)
  await changeWebhook(tx, webhook.webhook_id, {
    switched_off_at: await tx.realNow(),
    off_reason: reason,
    position: first === null ? webhook.position : Math.min(webhook.position, first - 1),
    holder: null,
    held_until: 0,
    delayed_since: null,
  })
}

/** Those that these people made and that send; returns where they led. Part of the transaction that removes them. */
export const switchOffMadeBy = async (
  at: Randomness,
  tx: TenantTx,
  userIds: readonly string[],
  { reason, actor }: { readonly reason: string; readonly actor: Actor },
): Promise<readonly string[]> => {
  const hosts: string[] = []
  for (const userId of userIds) {
    for (const { webhook_id: webhookId } of await webhooksMadeBy(tx, userId)) {
      const webhook = await lockWebhook(tx, webhookId)
      if (!webhook || webhook.switched_off_at !== null) continue
      const { host } = new URL(webhook.url)
      await stopWebhook(tx, webhook, reason)
      await recordAudit(at, tx, actor, {
        action: 'webhook.switched-off',
        subject: { kind: 'webhook', id: webhookId },
        detail: { host, reason },
      })
      hosts.push(host)
    }
  }
  return hosts
}

/** A line for each administrator who can sign in. */
export const mailAdministrators = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  { subject, lines }: { readonly subject: string; readonly lines: readonly string[] },
): Promise<void> => {
  const users = (await lockAdministrators(tx)).filter(canSignIn)
  const now = await tx.now()
  for (const user of users) {
    await insertMessage(tx, {
      message_id: newId(at, 'msg'),
      recipient: user.email,
      subject,
      body: [`Hello ${nameInMail(user.name)},`, '', ...lines, ''].join('\n'),
      created_at: now,
      expires_at: addSeconds(now, NOTICE_SECONDS),
    })
  }
}

/** The last message of a grant: whatever else waits is not sent any more. */
export const endConnection = async (at: WorldAt<Tenant>, tx: TenantTx, { webhook_id }: Webhook): Promise<void> => {
  await removeParked(tx, webhook_id)
  await changeWebhook(tx, webhook_id, { is_over: 1, failures: 0 })
  await parkAtOnce(tx, { webhook_id, message_id: newId(at, 'msg'), position: 0, entity_id: '', type: ENDED_TYPE })
}

/** Writes down the scopes of a grant as they are now, and tells the application where they became less. */
export const lookAtGrant = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  { webhook_id, application }: Webhook,
  { seen, works }: { readonly seen: string; readonly works: ScopeSet },
): Promise<void> => {
  await changeWebhook(tx, webhook_id, { seen_scopes: seen, told_scopes: joinScopes(works) })
  const told = application?.toldScopes ?? null
  if (told === null || holdsAll(works, parseScopes(told))) return
  await parkAtOnce(tx, { webhook_id, message_id: newId(at, 'msg'), position: 0, entity_id: '', type: NARROWED_TYPE })
}

const DAY_SECONDS = 24 * 3600

/** A receiver that is gone again whenever it is switched on mails nobody more than once a day (threats row 235). */
const isToldToday = async (tx: TenantTx | PlatformTx, webhookId: string): Promise<boolean> =>
  (await spendAllowance(tx, { subject: `webhook ${webhookId} is off`, times: 1, seconds: DAY_SECONDS })) !== null

const SYSTEM_ACTOR: Actor = { kind: 'system', id: null, address: null, requestId: null }

export const switchOffByItself = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  webhook: Webhook,
  reason: string,
): Promise<void> => {
  await stopWebhook(tx, webhook, reason)
  const { host } = new URL(webhook.url)
  const name = nameInMail(at.realm.name)
  await recordAudit(at, tx, SYSTEM_ACTOR, {
    action: 'webhook.switched-off',
    subject: { kind: 'webhook', id: webhook.webhook_id },
    detail: { host, reason },
  })
  if (await isToldToday(tx, webhook.webhook_id)) return
  await mailAdministrators(at, tx, {
    subject: `Events of ${name} to ${host} were switched off`,
    lines: [
      `On ${momentOf(await tx.realNow())} the events that ${name} (${at.realm.environment}) sends to ${host} were switched off: ${reason}.`,
      '',
      'Nothing is lost: what changed is kept for 30 days. Switch the webhook on again in the console, and it goes on',
      'where it stopped.',
    ],
  })
}

/** Switches a webhook of an application off, at every operator, and tells the provider's owners. */
export const switchOffForAll = async (
  world: World,
  { applicationWebhookId, clientId }: ApplicationsPart,
  reason: string,
): Promise<void> => {
  await world.storage.writePlatform(async (tx) => {
    const application = await lockApplication(tx, clientId)
    const webhook = await applicationWebhookById(tx, applicationWebhookId)
    if (!application || !webhook || webhook.switched_off_at !== null) return
    const now = await tx.now()
    await changeApplicationWebhook(tx, applicationWebhookId, { switched_off_at: now, off_reason: reason })
    const { environment } = webhook
    const { host } = new URL(webhook.url)
    await recordAudit(world, tx, SYSTEM_ACTOR, {
      action: 'application.webhook-switched-off',
      subject: { kind: 'application', id: clientId },
      detail: { webhookId: applicationWebhookId, environment, host, reason },
    })
    if (await isToldToday(tx, applicationWebhookId)) return
    const name = nameInMail(application.name)
    await mailOwners(world, tx, application, {
      subject: `Events of ${name} to ${host} were switched off`,
      lines: [
        `On ${momentOf(now)} the events that are sent to ${host} for ${name} (${environment}) were switched off: ${reason}.`,
        '',
        'Nothing is lost: what changed is kept for 30 days. Switch the webhook on again in the developer portal, and it',
        'goes on where it stopped.',
      ],
    })
  })
}
