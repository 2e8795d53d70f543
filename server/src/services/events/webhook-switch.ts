/** Switches a webhook off by itself, and tells its operator's administrators (events §2). */
import { addSeconds } from '../../domain/clock.ts'
import { NOTICE_SECONDS } from '../../domain/limits.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { firstParked, removeParked } from '../../storage/events/webhook-queue.ts'
import { changeWebhook, type Webhook } from '../../storage/events/webhooks.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { lockAdministrators } from '../../storage/identity/user-accounts.ts'
import { canSignIn } from '../../storage/identity/users.ts'
import { insertMessage } from '../../storage/outbox.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { momentOf } from '../identity/messages.ts'
import { newId, type WorldAt } from '../world.ts'

/** What is parked goes back to the feed: switched on again, it goes on before the first message that was not taken. */
export const stopWebhook = async (tx: TenantTx, webhook: Webhook, reason: string): Promise<void> => {
  const first = await firstParked(tx, webhook.webhook_id)
  await removeParked(tx, webhook.webhook_id)
  await changeWebhook(tx, webhook.webhook_id, {
    switched_off_at: await tx.now(),
    off_reason: reason,
    position: first === null ? webhook.position : Math.min(webhook.position, first - 1),
    holder: null,
    held_until: 0,
  })
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
  await mailAdministrators(at, tx, {
    subject: `Events of ${name} to ${host} were switched off`,
    lines: [
      `On ${momentOf(await tx.now())} the events that ${name} (${at.realm.environment}) sends to ${host} were switched off: ${reason}.`,
      '',
      'Nothing is lost: what changed is kept for 30 days. Switch the webhook on again in the console, and it goes on',
      'where it stopped.',
    ],
  })
}
