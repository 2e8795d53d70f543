/**
 * What members of a provider do with the webhooks of their applications (events §2, ADR 148). Adding one, or changing
 * where and what it sends, asks who does it to be present, is in the audit log, and is mailed to the provider's owners.
 */
import { addSeconds } from '../../domain/clock.ts'
import { ENTITY_SCOPES, isOwnKind } from '../../domain/entity-kind.ts'
import { TEST_TYPE } from '../../domain/events/webhook-message.ts'
import { newWebhookSecret } from '../../domain/events/webhook-signature.ts'
import { Failure } from '../../domain/failure.ts'
import { MAX_WEBHOOKS, WEBHOOK_SECRET_OVERLAP_SECONDS } from '../../domain/limits.ts'
import { ceilingAt } from '../../domain/oauth/extra-scopes.ts'
import { mayWorkIn } from '../../domain/oauth/token-validity.ts'
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import {
  type ApplicationWebhookRow,
  applicationWebhookById,
  changeApplicationWebhook,
  connectedWebhooks,
  insertApplicationWebhook,
  removeApplicationWebhook,
  resumeApplicationWebhook,
  startApplicationWebhookFromNow,
  webhooksOfApplication,
} from '../../storage/events/application-webhooks.ts'
import { attemptOfApplication, parkAtOnce, removeParked } from '../../storage/events/webhook-queue.ts'
import { changeWebhook } from '../../storage/events/webhooks.ts'
import type { PlatformReader, PlatformTx, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { nameOf, userById } from '../../storage/identity/users.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { spendAllowance } from '../identity/allowance.ts'
import { momentOf } from '../identity/messages.ts'
import { requirePresence } from '../identity/presence.ts'
import type { ByMember } from '../providers/members.ts'
import { lockOwn, requireOwn } from '../providers/own-application.ts'
import { mailOwners } from '../providers/staff-mail.ts'
import { newId, type WorldAt } from '../world.ts'
import { checkedSettings, refuse, type SettingsWish, settingsColumns, type WebhookRules } from './webhook-wish.ts'
import { type MadeWebhook, noSuchWebhook, requireOn, resendAttempt, spendSendingAgain } from './webhooks.ts'

/** Who does it, and the password that proves it where they signed in a while ago. */
export interface ByPresentMember extends ByMember {
  readonly currentPassword: string
}

interface WishFor {
  readonly wish: SettingsWish
  readonly rules: WebhookRules
}

const checkedFor = async (
  platform: PlatformTx,
  application: ApplicationRow,
  { wish, rules }: WishFor,
): Promise<SettingsWish> => {
  const ceiling = ceilingAt(application, await platform.now())
  for (const kind of wish.entities) {
    if (isOwnKind(kind) && application.personal !== 1)
      refuse('entityList', `${kind} is told to the person's own applications only`)
    if (!holdsAll(ceiling, scopeSet([ENTITY_SCOPES[kind]])))
      refuse('entityList', `${kind} needs ${ENTITY_SCOPES[kind]}, which no operator can allow this application`)
  }
  return checkedSettings(wish, rules)
}

const HOUR_SECONDS = 3600

interface Told {
  readonly action: string
  /** A sentence without its end: "Events are now sent to receiver.example". */
  readonly what: string
  readonly webhook: Pick<ApplicationWebhookRow, 'application_webhook_id' | 'environment' | 'url'>
  /** Mailed once an hour, for a switch that is turned to and fro; the audit log has every turn. */
  readonly isGathered?: true
}

const tell = async (
  at: WorldAt,
  platform: PlatformTx,
  { application, by: { by, actor } }: { readonly application: ApplicationRow; readonly by: ByMember },
  { action, what, webhook: { application_webhook_id: webhookId, environment, url }, isGathered }: Told,
): Promise<void> => {
  const subject = { kind: 'application', id: application.client_id }
  const detail = { webhookId, environment, host: new URL(url).host }
  await recordAudit(at, platform, actor, { action, subject, detail })
  const allowance = { subject: `mail of ${action} ${webhookId}`, times: 1, seconds: HOUR_SECONDS }
  if (isGathered && (await spendAllowance(platform, allowance)) !== null) return
  const name = nameInMail(application.name)
  const who = `by ${nameInMail(nameOf(by.user))}, on ${momentOf(await platform.now())}`
  await mailOwners(at, platform, application, {
    subject: `The webhooks of ${name} changed`,
    lines: [
      `${what}, for ${name} (${environment}), ${who}.`,
      '',
      'If nobody of you did this, switch the webhook off in the developer portal and write to support.',
      ...(isGathered ? ['The same within the next hour is in the audit log and not mailed.'] : []),
    ],
  })
}

export const createApplicationWebhook = async (
  at: WorldAt,
  given: WishFor & { readonly clientId: string; readonly environment: Environment },
  by: ByPresentMember,
  key: IdempotencyKey | null,
): Promise<MadeWebhook> => {
  const { clientId, environment } = given
  await requirePresence(at, by.by, by.currentPassword)
  const secret = newWebhookSecret(at.randomBytes)
  const { outcome: webhookId, isRepeated } = await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockOwn(platform, by.by.provider.provider_id, clientId)
    if (environment === 'production' && !mayWorkIn(application.mode, environment))
      refuse('environment', 'The application is not in production yet: until then it has webhooks in the sandbox')
    const wish = await checkedFor(platform, application, given)
    if ((await webhooksOfApplication(platform, clientId)).length >= MAX_WEBHOOKS)
      throw new Failure('forbidden', `An application has at most ${MAX_WEBHOOKS} webhooks: remove one first`)
    const now = await platform.now()
    const webhook: ApplicationWebhookRow = {
      application_webhook_id: newId(at, 'whk'),
      client_id: clientId,
      environment,
      ...settingsColumns(wish),
      secret,
      earlier_secret: null,
      earlier_until: null,
      switched_off_at: null,
      off_reason: null,
      created_at: now,
      created_by: by.by.user.user_id,
      changed_at: now,
      url_by: null,
      secret_by: null,
    }
    await insertApplicationWebhook(platform, webhook)
    const what = `Events are now sent to ${new URL(wish.url).host}`
    await tell(at, platform, { application, by }, { action: 'application.webhook-created', what, webhook })
    return webhook.application_webhook_id
  })
  return { webhookId, secret: isRepeated ? null : secret }
}

/** A webhook of another provider's application is as unknown as one that does not exist (threats row 64). */
export const ownWebhook = async (
  reader: PlatformReader,
  providerId: string,
  webhookId: string,
): Promise<ApplicationWebhookRow | null> => {
  const webhook = await applicationWebhookById(reader, webhookId)
  if (!webhook) return null
  const application = await requireOwn(reader, providerId, webhook.client_id).catch(() => null)
  return application && webhook
}

interface Changing {
  readonly tx: TenantTx
  readonly platform: PlatformTx
  readonly application: ApplicationRow
  readonly webhook: ApplicationWebhookRow
}

/** Runs a change of one webhook, under the lock of its application. */
const changing = (
  at: WorldAt,
  { webhookId, by, isUrgent }: { readonly webhookId: string; readonly by: ByMember; readonly isUrgent?: boolean },
  key: IdempotencyKey | null,
  job: (changing: Changing) => Promise<void>,
): Promise<{ readonly isRepeated: boolean }> =>
  changeWithPlatformOnce(at, key, async (tx, platform) => {
    const { provider_id: providerId } = by.by.provider
    const found = await ownWebhook(platform, providerId, webhookId)
    if (!found) throw noSuchWebhook()
    const application = await lockOwn(platform, providerId, found.client_id, isUrgent)
    const webhook = await applicationWebhookById(platform, webhookId)
    if (!webhook) throw noSuchWebhook()
    await job({ tx, platform, application, webhook })
    return webhookId
  })

export const updateApplicationWebhook = async (
  at: WorldAt,
  { webhookId, ...given }: WishFor & { readonly webhookId: string },
  by: ByPresentMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  await requirePresence(at, by.by, by.currentPassword)
  await changing(at, { webhookId, by }, key, async ({ platform, application, webhook }) => {
    const columns = settingsColumns(await checkedFor(platform, application, given))
    const moved = columns.url === webhook.url ? {} : { url_by: by.by.user.user_id }
    await changeApplicationWebhook(platform, webhookId, { ...columns, ...moved, changed_at: await platform.now() })
    const what = `The webhook to ${new URL(columns.url).host} was changed`
    const changed = { ...webhook, ...columns }
    await tell(at, platform, { application, by }, { action: 'application.webhook-changed', what, webhook: changed })
  })
}

export const deleteApplicationWebhook = async (
  at: WorldAt,
  webhookId: string,
  by: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, { webhookId, by, isUrgent: true }, key, async ({ platform, application, webhook }) => {
    await removeApplicationWebhook(platform, webhookId)
    const what = `The webhook to ${new URL(webhook.url).host} was removed`
    await tell(at, platform, { application, by }, { action: 'application.webhook-removed', what, webhook })
  })
}

/** Switched on it goes on where it stopped at each operator, or from now. Switching off is never refused. */
export const switchApplicationWebhook = async (
  at: WorldAt,
  given: { readonly webhookId: string; readonly isOn: boolean; readonly fromNow: boolean },
  by: ByPresentMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { webhookId, isOn, fromNow } = given
  if (isOn) await requirePresence(at, by.by, by.currentPassword)
  await changing(at, { webhookId, by, isUrgent: !isOn }, key, async ({ platform, application, webhook }) => {
    // Switching off is not counted: done again it changes and tells nothing.
    if (!isOn && webhook.switched_off_at !== null) return
    const { host } = new URL(webhook.url)
    if (isOn) {
      if (fromNow) await startApplicationWebhookFromNow(platform, webhookId)
      await resumeApplicationWebhook(platform, webhookId)
    }
    const state = isOn
      ? { switched_off_at: null, off_reason: null }
      : { switched_off_at: await platform.now(), off_reason: 'a member of the provider switched it off' }
    await changeApplicationWebhook(platform, webhookId, state)
    const what = isOn
      ? `The webhook to ${host} was switched on${fromNow ? ', without what happened meanwhile' : ''}`
      : `The webhook to ${host} was switched off`
    const action = isOn ? 'application.webhook-switched-on' : 'application.webhook-switched-off'
    await tell(at, platform, { application, by }, { action, what, webhook, isGathered: true })
  })
}

/** Goes on as it is, in the name of who says so, after the one who made it left. */
export const takeOverApplicationWebhook = async (
  at: WorldAt,
  webhookId: string,
  by: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, { webhookId, by }, key, async ({ platform, application, webhook }) => {
    const { user_id: userId } = by.by.user
    await changeApplicationWebhook(platform, webhookId, { url_by: userId, secret_by: userId })
    const what = `The webhook to ${new URL(webhook.url).host} was taken over as it is`
    await tell(at, platform, { application, by }, { action: 'application.webhook-taken-over', what, webhook })
  })
}

/** Messages are signed with both secrets for a day. Where who chose the address left, it is taken over too (ADR 257). */
export const rotateApplicationWebhookSecret = async (
  at: WorldAt,
  webhookId: string,
  by: ByPresentMember,
  key: IdempotencyKey | null,
): Promise<MadeWebhook> => {
  await requirePresence(at, by.by, by.currentPassword)
  const secret = newWebhookSecret(at.randomBytes)
  const { isRepeated } = await changing(at, { webhookId, by }, key, async ({ tx, platform, application, webhook }) => {
    const { user_id: userId } = by.by.user
    const hasLeft = (await userById(tx, webhook.url_by ?? webhook.created_by)) === undefined
    const takenOver = { secret_by: userId, ...(hasLeft ? { url_by: userId } : {}) }
    const earlier_until = addSeconds(await platform.now(), WEBHOOK_SECRET_OVERLAP_SECONDS)
    const replaced = { secret, earlier_secret: webhook.secret, earlier_until, ...takenOver }
    await changeApplicationWebhook(platform, webhookId, replaced)
    const what = `The signing secret of the webhook to ${new URL(webhook.url).host} was replaced`
    await tell(at, platform, { application, by }, { action: 'application.webhook-secret-replaced', what, webhook })
  })
  return { webhookId, secret: isRepeated ? null : secret }
}

const NOT_CONNECTED = 'No operator has connected the application in this environment yet'

/** Sends a message that is about no record, once, as if one of the connected operators had. */
export const testApplicationWebhook = async (
  at: WorldAt,
  webhookId: string,
  by: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, { webhookId, by }, key, async ({ platform, webhook }) => {
    requireOn(webhook)
    const [live] = await connectedWebhooks(platform, webhookId)
    if (!live) throw new Failure('forbidden', NOT_CONNECTED, { details: { field: 'webhookId' } })
    await parkAtOnce(platform.inTenant(live.tenantId), {
      webhook_id: live.webhookId,
      message_id: newId(at, 'msg'),
      position: 0,
      entity_id: '',
      type: TEST_TYPE,
    })
  })
}

/** Sends one message of the log again, under its id; it is read from the feed, with the rights of now. */
export const resendApplicationMessage = async (
  at: WorldAt,
  { webhookId, messageId }: { readonly webhookId: string; readonly messageId: string },
  by: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  await changing(at, { webhookId, by }, key, async ({ platform, webhook }) => {
    requireOn(webhook)
    const attempt = await attemptOfApplication(platform, webhookId, messageId)
    await resendAttempt(platform.inTenant(attempt?.tenant_id ?? ''), attempt)
  })
}

/** Finds where in the feed of an operator a cursor stands; throws where it is none of that feed. */
export type FindPosition = (tx: TenantTx) => Promise<number>

/** Sends everything of one operator after a cursor of its feed again. */
export const resendApplicationFrom = async (
  at: WorldAt,
  given: { readonly webhookId: string; readonly operatorId: string; readonly find: FindPosition },
  by: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { webhookId, operatorId, find } = given
  await changing(at, { webhookId, by }, key, async ({ platform, application, webhook }) => {
    requireOn(webhook)
    const connected = await connectedWebhooks(platform, webhookId)
    const live = connected.filter((each) => each.operatorId === operatorId)
    if (live.length === 0) refuse('operatorId', 'This operator has not connected the application in this environment')
    for (const each of live) {
      const tx = platform.inTenant(each.tenantId)
      await spendSendingAgain(tx, each.webhookId)
      await removeParked(tx, each.webhookId)
      await changeWebhook(tx, each.webhookId, { position: await find(tx), failures: 0 })
    }
    await recordAudit(at, platform, by.actor, {
      action: 'application.webhook-sent-again',
      subject: { kind: 'application', id: application.client_id },
      detail: { webhookId, environment: webhook.environment, host: new URL(webhook.url).host, operatorId },
    })
  })
}
