/**
 * Sends what webhooks have to send. A webhook is claimed for half a minute and kept while it is worked on; its messages
 * go out at most four at a time, those of one record one after another, for a fifth of a second; what came of them is
 * written down before the next ones (events rows 75 to 77, ADR 164). A message that is not taken is parked and tried
 * again by its plan; later ones of the same record wait behind it, others go on.
 */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { addSeconds } from '../../domain/clock.ts'
import { isGivenUp, secondsToNextTry } from '../../domain/events/retry-plan.ts'
import {
  changeMessage,
  ENDED_TYPE,
  eventType,
  messageIdOf,
  NARROWED_TYPE,
  plainMessage,
  TEST_TYPE,
} from '../../domain/events/webhook-message.ts'
import { webhookHeaders } from '../../domain/events/webhook-signature.ts'
import { ROWS_FOR_COST } from '../../domain/limits.ts'
import { scopesIn } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { changesToSend } from '../../services/events/webhook-changes.ts'
import { isGrantOver, rightsOfWebhook, type WebhookPrincipal } from '../../services/events/webhook-principal.ts'
import type { WebhookQueries } from '../../services/events/webhook-query.ts'
import { endConnection, lookAtGrant, switchOffByItself, switchOffForAll } from '../../services/events/webhook-switch.ts'
import { newId, type World } from '../../services/world.ts'
import { type Change, changeHead } from '../../storage/change-feed.ts'
import { LookedThrough } from '../../storage/counted-search.ts'
import { FairTurns } from '../../storage/engines/turns/fair-turns.ts'
import {
  type Attempt,
  claimWebhook,
  disusedWebhooks,
  dueParked,
  dueWebhooks,
  holdWebhook,
  insertAttempts,
  isParked,
  MAX_FAILURES_IN_A_ROW,
  noteSent,
  type ParkedRow,
  parkedEntities,
  parkMessage,
  releaseWebhook,
  unparkMessage,
  type WebhookName,
} from '../../storage/events/webhook-queue.ts'
import { changeWebhook, type Webhook } from '../../storage/events/webhooks.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { tenantById } from '../../storage/tenancy/tenants.ts'
import { type Addressed, LastLook } from './last-look.ts'
import { SENDING_COSTS, SendingBudget, TENTHS_FOR_COST } from './sending-budget.ts'
import type { Answered, WebhookSender } from './webhook-sender.ts'

const LOOK_MS = 500
/** Between two looks: where changes come one after another, a round takes several along (ADR 196). */
const LOOK_PAUSE_MS = 250
/** That nobody can use a grant any more is found within a minute, though nothing happens at its operator. */
const DISUSED_LOOK_MS = 60_000
const HELD_SECONDS = 30
const HOLD_AGAIN_MS = 10_000
/** A webhook that can send nothing now, whatever happened, is left alone for so long. */
const REST_SECONDS = 10
const MAX_AT_ONCE = 4
const MAX_FOUND = 100
const CHANGES_PER_READ = 40
/** After so long no further message of a round is begun: so much, and at most one read, is sent again after a crash. */
const ROUND_MS = 200
/** Beyond this the feed is not read on: it keeps what follows. */
const MAX_PARKED = 1_000
/** Of one process: sockets, and of these those of one operator. */
const PLACES = { places: 1_000, placesPerShare: 16 }
/**
 * The first message of each receiver on its way has a place apart, so that slow receivers of an operator keep the places
 * above and no other receiver's one (ADR 181): those of the operator itself, and of three applications.
 */
const FIRST_PLACES = { places: 1_000, placesPerShare: 40 }
/** A receiver that many operators send to has as many at once as any other, and keeps none of theirs. */
const AT_ONE_RECEIVER = { places: Number.POSITIVE_INFINITY, placesPerShare: MAX_AT_ONCE }

/** A message on its way: a change, or a test. */
interface Outgoing {
  readonly messageId: string
  readonly position: number
  readonly entityId: string
  readonly type: string
  readonly changedAt: number | null
  /** The try before this one, where there was one. */
  readonly parked: ParkedRow | null
}

/** What came of a message that was sent. Its text is not kept: a round has up to forty. */
interface Sent {
  readonly of: Outgoing
  readonly answered: Answered
  readonly at: number
}

/** What came of one message; it is not sent where the key or grant may no longer read it. */
type Outcome = Sent | { readonly of: ParkedRow; readonly answered: null }

/** The webhook or its rights are other ones than when the message was read: it is read again with those of now. */
const OUTDATED = Symbol('outdated')
type Tried = Outcome | typeof OUTDATED

const isCurrent = (tried: Tried): tried is Outcome => tried !== OUTDATED

interface Work extends Addressed {
  readonly principal: WebhookPrincipal
}

/** Its owner has sent as much as may be for now: what waits, waits so long (ADR 294). */
interface Delayed {
  readonly delayedMs: number
}

/**
 * After a round: the webhook as it was written down, or to be read again; nothing now; nothing for a while; or it was
 * let go when the round was written down.
 */
type Next = Webhook | 'again' | 'nothing' | 'rest' | 'let go' | Delayed

const isDelayed = (next: Next): next is Delayed => typeof next === 'object' && 'delayedMs' in next

const nextOf = (isMore: boolean): Next => (isMore ? 'again' : 'nothing')

/** What was sent of some changes: up to the one that is next, if there is one. */
interface Begun {
  readonly sent: readonly { readonly change: Change; readonly tried: Tried }[]
  readonly behind: readonly Change[]
  readonly next: Change | undefined
}

/** One after another: what was sent, what waits behind what is parked, and from where to where the feed was read. */
interface Round {
  readonly outcomes: readonly Outcome[]
  readonly behind: readonly Change[]
  readonly from: number
  readonly to: number
  /** The feed was read to its end: whoever looks next finds what came meanwhile. */
  readonly isEnd: boolean
}

/** Forgotten, it is sent again under the same ids; what was not taken, or ends something, waits for the disk (ADR 201). */
const isRepeatable = ({ outcomes }: Round): boolean =>
  outcomes.every(({ of, answered }) => answered !== null && isTaken(answered) && of.type !== ENDED_TYPE)

const isTaken = ({ status }: Answered): boolean => status !== null && status >= 200 && status < 300
/** The receiver was not asked. */
const NOT_SENT = {
  status: null,
  tookMs: 0,
  connectMs: null,
  isNewConnection: false,
  waitMs: null,
  retryAfterSeconds: null,
  answer: '',
}
const GONE = 410
const OVER = 'the operator has disconnected the application'

export interface WebhookParts {
  readonly world: World
  readonly log: Logger
  readonly sender: WebhookSender
  readonly queries: WebhookQueries
  readonly budget?: SendingBudget
}

export class WebhookDelivery {
  readonly #world: World
  /** The same for what is done again where a power failure made it forgotten. */
  readonly #repeatable: World
  readonly #log: Logger
  readonly #sender: WebhookSender
  readonly #queries: WebhookQueries
  /** This process among others. */
  readonly #holder = randomUUID()
  readonly #turns = new FairTurns(PLACES)
  readonly #firstTurns = new FairTurns(FIRST_PLACES)
  /** Receivers of an operator whose first message is on its way, or waits for its turn. */
  readonly #withFirst = new Set<string>()
  readonly #receivers = new FairTurns(AT_ONE_RECEIVER)
  readonly #running = new Map<string, Promise<void>>()
  readonly #lastLook: LastLook
  readonly #budget: SendingBudget
  #timer: NodeJS.Timeout | null = null
  #disusedLookedAt = Number.NEGATIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  #next: NodeJS.Timeout | null = null
  #isLooking = false
  #lookAgain = false
  /** Rises with everything that this process commits to a feed. */
  #news = 0
  #stopped = false

  constructor({ world, log, sender, queries, budget = new SendingBudget(world) }: WebhookParts) {
    this.#world = world
    this.#repeatable = world.with({ storage: world.storage.repeatable })
    this.#log = log
    this.#sender = sender
    this.#queries = queries
    this.#lastLook = new LastLook(world, this.#holder)
    this.#budget = budget
  }

  /** Looks from time to time, for what others commit and for what is tried again; at once for what this process commits. */
  start(): void {
    this.#world.storage.onFeedChange(() => {
      this.#news++
      this.#look()
    })
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
    this.#timer.unref()
  }

  /** At once where nobody looked lately, else as soon as the pause is over. */
  #look(): void {
    if (this.#stopped || this.#next !== null) return
    if (this.#isLooking) {
      this.#lookAgain = true
      return
    }
    const pause = Math.max(0, this.#lookedAt + LOOK_PAUSE_MS - performance.now())
    this.#next = setTimeout(() => void this.#lookNow(), pause).unref()
  }

  async #lookNow(): Promise<void> {
    this.#next = null
    this.#isLooking = true
    this.#lookAgain = false
    this.#lookedAt = performance.now()
    try {
      await this.#begin()
    } catch (err) {
      this.#log.warn({ err }, 'webhooks could not be looked for and will be tried again')
    } finally {
      this.#isLooking = false
    }
    if (this.#lookAgain) this.#look()
  }

  /** Sends everything that is due, and returns when that is done: for a test, which does the step it is about. */
  async deliver(): Promise<void> {
    for (;;) {
      await this.#begin(0)
      if (this.#running.size === 0) return
      await Promise.all(this.#running.values())
    }
  }

  /** Messages that wait because their receiver has four at once already. */
  get waitingForReceivers(): number {
    return this.#receivers.load.waiting
  }

  async #begin(disusedMs = DISUSED_LOOK_MS): Promise<void> {
    const { storage } = this.#world
    const due = [...(await dueWebhooks(storage.platform, MAX_FOUND))]
    if (performance.now() >= this.#disusedLookedAt + disusedMs) {
      this.#disusedLookedAt = performance.now()
      due.push(...(await disusedWebhooks(storage.platform, MAX_FOUND)))
    }
    for (const name of due) {
      if (this.#running.has(name.webhookId)) continue
      const running = this.#work(name)
        .catch((err) => {
          this.#log.warn({ err, ...name }, 'a webhook could not be sent and will be tried again')
          return false
        })
        .then((isMore) => {
          this.#running.delete(name.webhookId)
          if (isMore) this.#look()
        })
      this.#running.set(name.webhookId, running)
    }
  }

  /** True if the feed has got something since it was read last: while the webhook was held nobody looked for it. */
  async #work(name: WebhookName): Promise<boolean> {
    const { storage } = this.#repeatable
    const holder = this.#holder
    const claimed = await storage.writePlatform(async (tx) => {
      const now = await tx.now()
      return claimWebhook(tx, name, { holder, now, until: addSeconds(now, HELD_SECONDS) })
    })
    if (!claimed) return false
    let next: Next = claimed
    let news = this.#news
    const held = setInterval(() => void this.#hold(name).catch(() => {}), HOLD_AGAIN_MS)
    try {
      while (next !== 'nothing' && next !== 'rest' && next !== 'let go' && !isDelayed(next) && !this.#stopped) {
        news = this.#news
        next = await this.#round(name, next === 'again' ? await this.#hold(name) : next)
      }
    } finally {
      clearInterval(held)
      if (next !== 'let go')
        await storage.writeTenant(name.tenantId, async (tx) => {
          // The world's time, in which it is looked for (threats row 227).
          const now = await tx.realNow()
          if (isDelayed(next)) {
            const delayedUntil = Math.ceil(now + next.delayedMs)
            await releaseWebhook(tx, name.webhookId, { holder, restsUntil: delayedUntil, delayedSince: now })
            return
          }
          const restsUntil = next === 'rest' ? addSeconds(now, REST_SECONDS) : 0
          await releaseWebhook(tx, name.webhookId, { holder, restsUntil, delayedSince: null })
        })
    }
    return news !== this.#news
  }

  #hold({ tenantId, webhookId }: WebhookName): Promise<Webhook | undefined> {
    return this.#repeatable.storage.writeTenant(tenantId, (tx) => this.#held(tx, webhookId))
  }

  /** Inside a transaction: the webhook as it is now; undefined if another process has it or it was switched off. */
  async #held(tx: TenantTx, webhookId: string): Promise<Webhook | undefined> {
    return holdWebhook(tx, webhookId, { holder: this.#holder, until: addSeconds(await tx.realNow(), HELD_SECONDS) })
  }

  /** Sends some messages and writes down what came of them. */
  async #round(name: WebhookName, webhook: Webhook | undefined): Promise<Next> {
    if (!webhook) return 'nothing'
    const tenant = await tenantById(this.#world.storage.platform, name.tenantId)
    if (!tenant) return 'rest'
    const delayedMs = this.#budget.msToWait(tenant, webhook)
    if (delayedMs > 0) return (await this.#hasMore(webhook)) ? { delayedMs } : 'nothing'
    this.#budget.owe(tenant, webhook, SENDING_COSTS.round)
    if (webhook.is_over === 1) return (await this.#tryParked(tenant, webhook, null)) ?? 'nothing'
    const rights = await rightsOfWebhook(this.#world, tenant, webhook)
    if (rights.principal === null) return rights.isOver ? nextOf(await this.#end(tenant, webhook)) : 'rest'
    const { principal, grantScopes } = rights
    if (webhook.application !== null && webhook.application.seenScopes !== grantScopes)
      return nextOf(await this.#lookAtGrant({ tenant, webhook, principal }, grantScopes ?? ''))
    const work = { tenant, webhook, principal }
    return (await this.#tryParked(tenant, webhook, principal)) ?? this.#sendChanges(work)
  }

  /** Something waits to be sent now: else the webhook is not delayed, though its owner's budget is used up. */
  async #hasMore({ tenantId, webhook_id, position }: Webhook): Promise<boolean> {
    const { storage } = this.#world
    const reader = storage.tenant(tenantId)
    if ((await changeHead(reader)) > position) return true
    return (await dueParked(reader, webhook_id, await storage.platform.now(), 1)).length > 0
  }

  /** The key or grant is over: of a grant one last message is sent. */
  async #end(tenant: Tenant, { webhook_id }: Webhook): Promise<boolean> {
    const at = this.#world.at(tenant)
    return at.write(async (tx) => {
      const webhook = await this.#held(tx, webhook_id)
      if (!webhook) return false
      const { application } = webhook
      // Connected anew meanwhile: nothing of this grant is left to tell.
      if (webhook.is_over === 1) return true
      if (application !== null && !(await isGrantOver(tx, application.grantId, await tx.now()))) return true
      if (application !== null) await endConnection(at, tx, webhook)
      else await switchOffByItself(at, tx, webhook, 'its API key was revoked or has expired')
      return application !== null
    })
  }

  async #lookAtGrant({ tenant, webhook: { webhook_id }, principal }: Work, scopes: string): Promise<boolean> {
    const at = this.#world.at(tenant)
    return at.write(async (tx) => {
      const webhook = await this.#held(tx, webhook_id)
      if (webhook) await lookAtGrant(at, tx, webhook, { seen: scopes, works: principal.scopes })
      return webhook !== undefined
    })
  }

  /**
   * Without a principal nothing of the operator's data is sent: only messages that tell of no record. Null if nothing is
   * due.
   */
  async #tryParked(tenant: Tenant, webhook: Webhook, principal: WebhookPrincipal | null): Promise<Next | null> {
    const { storage } = this.#world
    const reader = storage.tenant(tenant.tenantId)
    const due = await dueParked(reader, webhook.webhook_id, await storage.platform.now(), MAX_AT_ONCE)
    if (due.length === 0) return null
    const tried = await Promise.all(due.map((parked) => this.#tryAgain(tenant, webhook, principal, parked)))
    return this.#write(tenant, webhook, {
      outcomes: tried.filter(isCurrent),
      behind: [],
      from: webhook.position,
      to: webhook.position,
      isEnd: false,
    })
  }

  /** The change is read again, with the rights of now. */
  async #tryAgain(
    tenant: Tenant,
    webhook: Webhook,
    principal: WebhookPrincipal | null,
    parked: ParkedRow,
  ): Promise<Tried> {
    const { position } = parked
    if (parked.is_test === 1 && (principal !== null || parked.type === ENDED_TYPE)) {
      const at = await this.#world.storage.platform.now()
      const more = parked.type === NARROWED_TYPE && principal ? { scopeList: scopesIn(principal.scopes) } : {}
      const type = parked.type ?? TEST_TYPE
      const outgoing = plainOf(parked, type)
      const addressed = { tenant, webhook, principal }
      return this.#inTurn(addressed, () => this.#post(addressed, outgoing, plainMessage(type, tenant, at, more)))
    }
    if (principal === null) return { of: parked, answered: null }
    const part = { after: position - 1, upTo: position, most: 1 }
    const { changes } = await changesToSend(this.#world, webhook, principal, part)
    const [change] = changes
    if (change === undefined) return { of: parked, answered: null }
    return this.#sendChange({ tenant, webhook, principal }, change, parked)
  }

  /** Those of the first changes of the feed that concern different records and wait for nothing. */
  async #sendChanges(work: Work): Promise<Next> {
    const { tenant, webhook, principal } = work
    const looked = new LookedThrough(null)
    const part = { after: webhook.position, most: CHANGES_PER_READ, looked }
    const { changes, upTo, isAll } = await changesToSend(this.#world, webhook, principal, part)
    this.#budget.owe(tenant, webhook, TENTHS_FOR_COST * looked.costBeyond(0))
    if (upTo <= webhook.position) return 'nothing'
    const waiting = await parkedEntities(this.#world.storage.tenant(tenant.tenantId), webhook.webhook_id)
    this.#budget.owe(tenant, webhook, (TENTHS_FOR_COST * waiting.rows) / ROWS_FOR_COST.compared)
    if (waiting.rows >= MAX_PARKED) return 'rest'
    if (waiting.rows > 0 && webhook.failures >= MAX_FAILURES_IN_A_ROW) return 'nothing'
    const { sent, behind, next: unbegun } = await this.#sendSome(work, changes, waiting.entities)
    // Up to the first that is to be read again; what was sent behind it is sent again, under the same id.
    const next = sent.find(({ tried }) => tried === OUTDATED)?.change ?? unbegun
    const to = next === undefined ? upTo : next.position - 1
    const isBefore = ({ position }: { readonly position: number }) => position <= to
    const outcomes = sent.flatMap(({ change, tried }) => (isCurrent(tried) && isBefore(change) ? [tried] : []))
    const isEnd = next === undefined && isAll
    return this.#write(tenant, webhook, {
      outcomes,
      behind: behind.filter(isBefore),
      from: webhook.position,
      to,
      isEnd,
    })
  }

  /**
   * In the order of the feed, at most four at a time and one of each record. Begins no more once the time is up or one
   * was not taken, so that a receiver that is away costs four messages. Changes of records that wait are told apart.
   */
  async #sendSome(work: Work, changes: readonly Change[], waiting: ReadonlySet<string>): Promise<Begun> {
    const until = performance.now() + ROUND_MS
    const atWork = new Map<string, Promise<void>>()
    const sent: { readonly change: Change; readonly tried: Tried }[] = []
    const behind: Change[] = []
    let next: Change | undefined
    let isGoingWell = true
    let broken: { readonly error: unknown } | null = null
    const send = async (change: Change): Promise<void> => {
      try {
        const tried = await this.#sendChange(work, change, null)
        isGoingWell &&= isCurrent(tried) && tried.answered !== null && isTaken(tried.answered)
        sent.push({ change, tried })
      } catch (error) {
        broken ??= { error }
      }
      isGoingWell &&= broken === null
      atWork.delete(change.entityId)
    }
    for (const change of changes) {
      if (waiting.has(change.entityId)) {
        behind.push(change)
        continue
      }
      while (atWork.size >= MAX_AT_ONCE || atWork.has(change.entityId)) await Promise.race(atWork.values())
      if (!isGoingWell || performance.now() >= until) {
        next = change
        break
      }
      atWork.set(change.entityId, send(change))
    }
    await Promise.all(atWork.values())
    if (broken !== null) throw (broken as { readonly error: unknown }).error
    return { sent: sent.toSorted((one, other) => one.change.position - other.change.position), behind, next }
  }

  async #sendChange(work: Work, change: Change, parked: ParkedRow | null): Promise<Tried> {
    const { tenant, webhook, principal } = work
    const outgoing = {
      messageId: messageIdOf(webhook.webhook_id, change.position),
      position: change.position,
      entityId: change.entityId,
      type: eventType(change),
      // The feed has the tenant's time, tries the world's.
      changedAt: change.at - this.#world.storage.testOffsetMs(tenant.tenantId),
      parked,
    }
    return this.#inTurn(work, async () => {
      if (webhook.query === null || change.kind === 'DELETED')
        return this.#post(work, outgoing, changeMessage(tenant, change))
      const result = await this.#queries.answer({ tenant, principal, query: webhook.query, entityId: change.entityId })
      if (!('refused' in result)) return this.#post(work, outgoing, changeMessage(tenant, change, result.answer))
      const answered = { ...NOT_SENT, problem: result.refused }
      return { of: outgoing, answered, at: await this.#world.storage.platform.now() }
    })
  }

  /** Waits for its turn at the receiver, then at the operator: what a query answers is that of then. */
  async #inTurn<T>({ tenant: { tenantId }, webhook }: Addressed, job: () => Promise<T>): Promise<T> {
    const receiver = webhook.application?.applicationWebhookId ?? webhook.webhook_id
    await this.#receivers.enter(receiver, null)
    try {
      return await this.#inTurnAt(tenantId, receiver, job)
    } finally {
      this.#receivers.leave(receiver)
    }
  }

  async #inTurnAt<T>(tenantId: string, receiver: string, job: () => Promise<T>): Promise<T> {
    const name = `${tenantId} ${receiver}`
    const isFirst = !this.#withFirst.has(name)
    const turns = isFirst ? this.#firstTurns : this.#turns
    if (isFirst) this.#withFirst.add(name)
    await turns.enter(tenantId, null)
    try {
      return await job()
    } finally {
      turns.leave(tenantId)
      if (isFirst) this.#withFirst.delete(name)
    }
  }

  /** What is sent, and whether it is, is decided once the receiver is connected to: nothing is waited for after that. */
  async #post(addressed: Addressed, outgoing: Outgoing, body: string): Promise<Tried> {
    const { messageId, parked } = outgoing
    let sentAt: number | null = null
    const answered = await this.#sender.send(addressed.webhook.url, async () => {
      const seen = await this.#lastLook.at(addressed, parked)
      if (seen === null) return null
      const { at, webhook } = seen
      sentAt = at
      return {
        headers: webhookHeaders(secretsAt(webhook, at), { messageId, timestamp: Math.floor(at / 1000), body }),
        body,
      }
    })
    const { message, connection } = SENDING_COSTS
    const isConnected = answered === null || answered.isNewConnection
    this.#budget.owe(addressed.tenant, addressed.webhook, message + (isConnected ? connection : 0))
    if (answered === null) return OUTDATED
    return { of: outgoing, answered, at: sentAt ?? (await this.#world.storage.platform.now()) - answered.tookMs }
  }

  /** What came of a round, in one transaction: log, what is parked, how far the feed was sent. */
  async #write(tenant: Tenant, sentFor: Webhook, round: Round): Promise<Next> {
    const { webhook_id: webhookId } = sentFor
    const notTaken = round.outcomes.filter(({ answered }) => answered !== null && !isTaken(answered)).length
    const { notTaken: ofOne, behind: ofWaiting } = SENDING_COSTS
    this.#budget.owe(tenant, sentFor, ofOne * notTaken + ofWaiting * round.behind.length)
    const at = isRepeatable(round) ? this.#repeatable.at(tenant) : this.#world.at(tenant)
    const written = await at.write(async (tx) => {
      const webhook = await this.#held(tx, webhookId)
      // Another process has it now, and sends again what is not written down.
      if (!webhook) return null
      // Tries go on in the world's time, whatever the clock of a sandbox says (events §4).
      const now = await tx.realNow()
      let { failures } = webhook
      let off: string | null = null
      const attempts: Attempt[] = []
      for (const outcome of round.outcomes) {
        if (outcome.answered === null) {
          await unparkMessage(tx, outcome.of)
          continue
        }
        attempts.push(attemptOf(at, webhook, outcome))
        if (isTaken(outcome.answered)) failures = 0
        else if (outcome.of.parked?.is_test !== 1) failures++
        off ??= await this.#settle(tx, webhook, outcome, now)
      }
      for (const change of round.behind) await parkMessage(tx, parkedBehind(webhookId, change))
      await insertAttempts(tx, attempts)
      // An administrator who sends again from a cursor meanwhile is not overruled.
      const position = webhook.position === round.from ? round.to : webhook.position
      const isDone = round.isEnd && off === null
      await noteSent(tx, webhookId, { failures, position, tries: attempts.length, isDone })
      if (off !== null && webhook.application === null) await switchOffByItself(at, tx, { ...webhook, position }, off)
      return { webhook: { ...webhook, failures, position }, off, isDone }
    })
    if (written === null) return 'nothing'
    // In a transaction of its own: those of other operators hold their rows and may want the same.
    const { webhook, off, isDone } = written
    if (isDone) return 'let go'
    if (off !== null && webhook.application !== null) await switchOffForAll(this.#world, webhook.application, off)
    return off === null ? webhook : 'nothing'
  }

  /** Parks what was not taken; returns why the webhook is switched off, or null. */
  async #settle(tx: TenantTx, webhook: Webhook, { of, answered }: Sent, now: number): Promise<string | null> {
    const { parked } = of
    const isLast = of.type === ENDED_TYPE
    // A new consent, or somebody who sends again from elsewhere, took it back while it was on its way (ADR 185).
    if (parked !== null && !(await isParked(tx, parked))) return null
    if (isTaken(answered) || of.type === TEST_TYPE) {
      if (parked) await unparkMessage(tx, parked)
      if (isLast) await changeWebhook(tx, webhook.webhook_id, { switched_off_at: now, off_reason: OVER })
      return null
    }
    const attempts = (parked?.attempts ?? 0) + 1
    const firstTriedAt = parked?.first_tried_at ?? now
    const chance = (this.#world.randomBytes(1)[0] ?? 0) / 255
    const seconds = secondsToNextTry({ attempts, retryAfterSeconds: answered.retryAfterSeconds, chance })
    await parkMessage(tx, {
      webhook_id: webhook.webhook_id,
      message_id: of.messageId,
      position: of.position,
      entity_id: of.entityId,
      is_test: parked?.is_test ?? 0,
      type: parked?.type ?? null,
      attempts,
      first_tried_at: firstTriedAt,
      next_try_at: Math.round(now + seconds * 1000),
    })
    if (answered.status === GONE) return 'the receiver answered 410, that it is gone for good'
    return isGivenUp(firstTriedAt, now) ? 'nothing was taken for three days' : null
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    if (this.#next) clearTimeout(this.#next)
    await Promise.all(this.#running.values())
    this.#sender.close()
  }
}

/** Both sign while one replaces the other. */
const secretsAt = ({ secret, earlier_secret: earlier, earlier_until: until }: Webhook, at: number): string[] =>
  earlier !== null && until !== null && until > at ? [secret, earlier] : [secret]

const plainOf = (parked: ParkedRow, type: string): Outgoing => {
  const { message_id: messageId, position, entity_id: entityId } = parked
  return { messageId, position, entityId, type, changedAt: null, parked }
}

const parkedBehind = (webhookId: string, change: Change) => ({
  webhook_id: webhookId,
  message_id: messageIdOf(webhookId, change.position),
  position: change.position,
  entity_id: change.entityId,
  is_test: 0,
  type: null,
  attempts: 0,
  first_tried_at: null,
  next_try_at: null,
})

const attemptOf = (
  world: Parameters<typeof newId>[0],
  { webhook_id, application }: Webhook,
  { of, answered, at }: Sent,
): Attempt => ({
  webhook_id,
  application_webhook_id: application?.applicationWebhookId ?? null,
  attempt_id: newId(world, 'att'),
  at,
  message_id: of.messageId,
  position: of.position,
  entity_id: of.entityId,
  type: of.type,
  number: (of.parked?.attempts ?? 0) + 1,
  status: answered.status,
  problem: answered.problem,
  took_ms: answered.tookMs,
  connect_ms: answered.connectMs,
  wait_ms: answered.waitMs,
  delay_ms: of.changedAt === null ? null : Math.max(0, at - of.changedAt),
  answer: answered.answer,
})
