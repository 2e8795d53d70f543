/**
 * Endpoints of the demo's applications with a week of deliveries behind them, so that their page has something to show.
 * Nobody listens at their addresses: what changes in the demo from now on is tried, and not taken.
 */
import { eventType, messageIdOf } from '../../domain/events/webhook-message.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/interval.ts'
import { createApplicationWebhook } from '../../services/events/application-webhooks.ts'
import type { ByMember } from '../../services/providers/members.ts'
import { newId, type WorldAt } from '../../services/world.ts'
import { type Change, changeHead, changesIn } from '../../storage/change-feed.ts'
import { connectedWebhooks } from '../../storage/events/application-webhooks.ts'
import { type Attempt, insertAttempts, noteSent, parkMessage } from '../../storage/events/webhook-queue.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { readingAs } from '../../storage/view.ts'
import { Seeded } from '../data/seeded.ts'
import type { PlannedEndpoint } from '../providers/plan.ts'

const LOGGED_DAYS = 7
/** Of a tenant's feed, the latest: each is the message of one try, or of the tries of one that was not taken at first. */
const MAX_MESSAGES = 240
const LOOKED_BACK = 4_000
/** One in so many is refused at first and taken with the next try, five seconds later. */
const REFUSED_ONE_IN = 40
const RETRY_MS = 5_000
/** The pauses of the retry plan before the tries of a message that is still not taken, in minutes from the first. */
const TRIES_OF_FAILING = [0, 0.1, 0.6, 2.6, 12.6, 42.6, 102.6]
/** By the same plan: until then the demo tells what its receiver is said to have answered. */
const NEXT_TRY_MINUTES = 176

const latestFlights = async (tx: TenantTx): Promise<Change[]> => {
  const head = await changeHead(tx)
  const range = { after: Math.max(0, head - LOOKED_BACK), upTo: head, userId: null, most: LOOKED_BACK }
  const { changes: found } = await changesIn(readingAs(tx, { of: 'operator' }), { ...range, entities: ['FLIGHT'] })
  return [...new Map(found.map((change) => [change.entityId, change])).values()].slice(-MAX_MESSAGES)
}

interface Followed {
  readonly webhookId: string
  readonly applicationWebhookId: string
  readonly operatorId: string
}

interface Try {
  readonly at: number
  readonly number: number
  readonly status: number
  readonly tookMs: number
  readonly delayMs: number
  readonly answer: string
}

const attemptOf = (at: WorldAt, of: Followed, change: Change, tried: Try): Attempt => ({
  webhook_id: of.webhookId,
  application_webhook_id: of.applicationWebhookId,
  attempt_id: newId(at, 'att'),
  at: tried.at,
  message_id: messageIdOf(of.webhookId, change.position),
  position: change.position,
  entity_id: change.entityId,
  type: eventType(change),
  number: tried.number,
  status: tried.status,
  problem: null,
  took_ms: tried.tookMs,
  connect_ms: Math.round(tried.tookMs * 0.3),
  wait_ms: Math.round(tried.tookMs * 0.6),
  delay_ms: tried.delayMs,
  answer: tried.answer,
})

/** Spread over the week, most of them by day; now and then one that its receiver took only at the second try. */
const takenTries = (at: WorldAt, of: Followed, changes: readonly Change[], now: number): Attempt[] => {
  const chance = new Seeded(`events/${of.operatorId}`)
  return changes.flatMap((change, index) => {
    const share = (changes.length - index) / changes.length
    const hour = chance.whole(0, 3) * HOUR_MS
    const sentAt = now - Math.round(share * share * LOGGED_DAYS * DAY_MS) - hour - chance.whole(0, HOUR_MS)
    const tookMs = chance.whole(38, 190)
    const delayMs = chance.whole(90, 420) + (chance.chance(0.06) ? chance.whole(400, 1_500) : 0)
    const taken = { at: sentAt, number: 1, status: 200, tookMs, delayMs, answer: 'ok' }
    if (chance.whole(1, REFUSED_ONE_IN) > 1) return [attemptOf(at, of, change, taken)]
    const again = { ...taken, at: sentAt + RETRY_MS, number: 2, delayMs: delayMs + RETRY_MS }
    return [
      attemptOf(at, of, change, { ...taken, status: 502, answer: 'upstream not ready' }),
      attemptOf(at, of, change, again),
    ]
  })
}

/** A message that is tried by its plan and not taken. */
const failingTries = async (at: WorldAt, tx: TenantTx, of: Followed, change: Change): Promise<void> => {
  const now = await tx.realNow()
  const firstAt = now - Math.max(...TRIES_OF_FAILING) * MINUTE_MS - 4 * MINUTE_MS
  const answered = { status: 503, tookMs: 2_060, answer: 'upstream not ready' }
  const tries = TRIES_OF_FAILING.map((minutes, index) => {
    const delayMs = 220 + minutes * MINUTE_MS
    return attemptOf(at, of, change, { ...answered, at: firstAt + minutes * MINUTE_MS, number: index + 1, delayMs })
  })
  await insertAttempts(tx, tries)
  await parkMessage(tx, {
    webhook_id: of.webhookId,
    message_id: messageIdOf(of.webhookId, change.position),
    position: change.position,
    entity_id: change.entityId,
    is_test: 0,
    type: null,
    attempts: tries.length,
    first_tried_at: firstAt,
    next_try_at: now + NEXT_TRY_MINUTES * MINUTE_MS,
  })
  const position = await changeHead(tx)
  await noteSent(tx, of.webhookId, { failures: tries.length, position, tries: tries.length, isDone: true })
}

const fillLog = async (at: WorldAt, platform: PlatformTx, id: string, isFailing: boolean): Promise<void> => {
  for (const { tenantId, webhookId, operatorId } of await connectedWebhooks(platform, id)) {
    const tx = platform.inTenant(tenantId)
    const now = await tx.realNow()
    const changes = await latestFlights(tx)
    const of = { webhookId, applicationWebhookId: id, operatorId }
    const taken = takenTries(at, of, isFailing ? changes.slice(0, -1) : changes, now - 20 * MINUTE_MS)
    await insertAttempts(tx, taken)
    const last = changes.at(-1)
    if (isFailing && last) await failingTries(at, tx, of, last)
  }
}

/** Added by a member some days ago, through the door of the portal; the log of its deliveries is written as rows. */
export const seedEndpoint = async (
  { then, now }: { readonly then: WorldAt; readonly now: WorldAt },
  clientId: string,
  { url, description, environment, isFailing }: PlannedEndpoint,
  by: ByMember,
): Promise<void> => {
  const heard = { entities: ['FLIGHT'], kinds: ['CREATED', 'UPDATED'], fields: null, statuses: null } as const
  const wish = { ...heard, url, description, query: null }
  const given = { clientId, environment, wish, rules: { allowsLoopback: false } }
  const { webhookId } = await createApplicationWebhook(then, given, { ...by, currentPassword: '' }, null)
  await now.writeWithPlatform((_tx, platform) => fillLog(now, platform, webhookId, isFailing))
}
