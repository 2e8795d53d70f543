/**
 * Which webhooks have something to send, and who sends it. A process claims a webhook for half a minute at a time; the
 * claims of one that died are free after that (events row 76).
 */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { ENDED_TYPE } from '../../domain/events/webhook-message.ts'
import { type EngineKind, storeNow } from '../engines/engine.ts'
import { prepared } from '../engines/prepared.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import { type Webhook, type WebhookRow, wholeWebhook } from './webhooks.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    /** Messages that were not taken yet, and those of the same record behind them. */
    webhook_parked: {
      tenant_id: string
      webhook_id: string
      message_id: string
      position: number
      entity_id: string
      /** 1 where it tells of no record: a test, or what became of a grant. */
      is_test: number
      /** What a message that tells of no record is; null for a test. */
      type: string | null
      attempts: number
      first_tried_at: number | null
      /** Null while it waits for one of the same record. */
      next_try_at: number | null
    }
    webhook_attempt: {
      tenant_id: string
      webhook_id: string
      attempt_id: string
      at: number
      message_id: string
      position: number
      entity_id: string
      type: string
      /** The first try of a message is 1. */
      number: number
      status: number | null
      /** Why there was no answer; null where there was one. */
      problem: string | null
      took_ms: number
      /** Of these, until the receiver was connected to, and from then until its answer began; null where it did not come so far. */
      connect_ms: number | null
      wait_ms: number | null
      /** From the change to this try. */
      delay_ms: number | null
      answer: string
      /** The application's webhook that it was sent for, if it was. */
      application_webhook_id: string | null
    }
  }
}

export type ParkedRow = Tables['webhook_parked']
export type AttemptRow = Tables['webhook_attempt']
type Parked = Omit<ParkedRow, 'tenant_id'>
export type Attempt = Omit<AttemptRow, 'tenant_id'>

/** Due at once, whatever the clocks of processes say. */
const AT_ONCE = 0

/** After so many failures in a row the feed is not read on: only what is parked is tried, by its plan. */
export const MAX_FAILURES_IN_A_ROW = 4

const hasNews = sql<boolean>`(change_head.position > webhook.position and webhook.is_over = 0
  and (webhook.failures < ${sql.lit(MAX_FAILURES_IN_A_ROW)} or not exists
    (select 1 from webhook_parked p where p.tenant_id = webhook.tenant_id and p.webhook_id = webhook.webhook_id)))`

/** The grant of an application ended, or has other scopes than those that were seen last. */
const hasOtherRights = sql<boolean>`(webhook.grant_id is not null and webhook.is_over = 0 and not exists
  (select 1 from oauth_grant g where g.tenant_id = webhook.tenant_id and g.grant_id = webhook.grant_id
    and g.ended_at is null and g.scopes = webhook.seen_scopes))`

/** An application that switched its webhook off hears of no operator. */
const isOnEverywhere = sql<boolean>`(webhook.switched_off_at is null and not exists
  (select 1 from application_webhook a where a.application_webhook_id = webhook.application_webhook_id
    and a.switched_off_at is not null))`

/**
 * An earlier grant of the same connection is at work: its messages come first, its end too (ADR 185). An index has those
 * alone that somebody has, so that others that ended cost nothing; the embedded store would else take that of the
 * application's webhook, which has all of them (ADR 292).
 */
const isBehindEarlierGrant = (now: number | RawBuilder<number>) => sql<boolean>`(webhook.grant_id is not null and exists
  (select 1 from webhook o join oauth_grant e on e.tenant_id = o.tenant_id and e.grant_id = o.grant_id
      join oauth_grant g on g.tenant_id = webhook.tenant_id and g.grant_id = webhook.grant_id
    where o.tenant_id = webhook.tenant_id and o.application_webhook_id || '' = webhook.application_webhook_id
      and o.webhook_id <> webhook.webhook_id and o.is_over = 1 and o.holder is not null and o.held_until > ${now}
      and (e.user_id = g.user_id or (e.user_id is null and g.user_id is null))))`

/** Written out in the statement: an index has these rows alone. */
const isAtWork = sql<boolean>`webhook.is_over = 0`
const isEnding = sql<boolean>`webhook.is_over = 1`
const isAnEnd = sql<boolean>`webhook_parked.type = ${sql.lit(ENDED_TYPE)}`

/** Nothing earlier of the same record waits. Messages about no record wait for nothing. */
const isFirstOfRecord = sql<boolean>`(webhook_parked.is_test = 1 or not exists
  (select 1 from webhook_parked e where e.tenant_id = webhook_parked.tenant_id
    and e.webhook_id = webhook_parked.webhook_id and e.entity_id = webhook_parked.entity_id
    and e.is_test = 0 and e.position < webhook_parked.position))`

export interface WebhookName {
  readonly tenantId: string
  readonly webhookId: string
}

/** By whom it is held, and until when. */
interface Claim {
  readonly holder: string
  readonly until: number
}

/** By the store's clock, read once for the whole statement: whoever looks all the time sends one and not two. */
const onceNow = (kind: EngineKind, offsetMs: number): RawBuilder<number> =>
  sql<number>`(select ${storeNow(kind, offsetMs)})`

/**
 * Built once, like what each round asks: building took longer than asking (ADR 196). A webhook whose grant ended has only
 * its end to send and is found by that: it costs nothing once that was taken (ADR 292).
 */
const due = prepared<{ offsetMs: number; most: number }, WebhookName>((db, argument, kind) => {
  const now = onceNow(kind, argument('offsetMs'))
  const ending = db
    .selectFrom('webhook_parked')
    .innerJoin('webhook', (join) =>
      join
        .onRef('webhook.tenant_id', '=', 'webhook_parked.tenant_id')
        .onRef('webhook.webhook_id', '=', 'webhook_parked.webhook_id'),
    )
    .select(['webhook.tenant_id as tenantId', 'webhook.webhook_id as webhookId'])
    .where(isAnEnd)
    .where('webhook_parked.next_try_at', '<=', now)
    .where(isEnding)
    .where(isOnEverywhere)
    .where('webhook.held_until', '<=', now)
    .where((eb) => eb.not(isBehindEarlierGrant(now)))
  return db
    .selectFrom('webhook')
    .innerJoin('change_head', 'change_head.tenant_id', 'webhook.tenant_id')
    .select(['webhook.tenant_id as tenantId', 'webhook.webhook_id as webhookId'])
    .where(isAtWork)
    .where(isOnEverywhere)
    .where('webhook.held_until', '<=', now)
    .where((eb) => eb.not(isBehindEarlierGrant(now)))
    .where((eb) =>
      eb.or([
        hasNews,
        hasOtherRights,
        eb.exists(
          eb
            .selectFrom('webhook_parked')
            .select('webhook_parked.message_id')
            .whereRef('webhook_parked.tenant_id', '=', 'webhook.tenant_id')
            .whereRef('webhook_parked.webhook_id', '=', 'webhook.webhook_id')
            .where('webhook_parked.next_try_at', '<=', now)
            .where(isFirstOfRecord),
        ),
      ]),
    )
    .unionAll(ending)
    .limit(argument('most'))
})

/** Webhooks that have something to send and that nobody sends, at most `most`. */
export const dueWebhooks = async (reader: PlatformReader, most: number): Promise<readonly WebhookName[]> =>
  (await due(reader, { offsetMs: reader.offsetMs, most })).rows

/**
 * Those of grants that nobody can use any more, by the clock of their tenant: their last refresh token was revoked or
 * not used for too long (threats row 260).
 */
export const disusedWebhooks = (reader: PlatformReader, most: number): Promise<WebhookName[]> => {
  const now = onceNow(reader.kind, reader.offsetMs)
  return reader.db
    .selectFrom('webhook')
    .select(['tenant_id as tenantId', 'webhook_id as webhookId'])
    .where(isOnEverywhere)
    .where('grant_id', 'is not', null)
    .where(isAtWork)
    .where('held_until', '<=', now)
    .where(
      sql<boolean>`not exists (select 1 from refresh_token r where r.tenant_id = webhook.tenant_id
        and r.grant_id = webhook.grant_id and r.revoked_at is null and r.expires_at > ${now} + coalesce(
          (select c.ahead_ms from test_clock c where c.tenant_id = webhook.tenant_id), 0))`,
    )
    .limit(most)
    .execute()
}

const lockFree = prepared<WebhookName & { now: number }, unknown>((db, argument, kind) => {
  const now = argument('now')
  return db
    .selectFrom('webhook')
    .select('webhook_id')
    .where('tenant_id', '=', argument('tenantId'))
    .where('webhook_id', '=', argument('webhookId'))
    .where(isOnEverywhere)
    .where('held_until', '<=', now)
    .where((eb) => eb.not(isBehindEarlierGrant(now)))
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
})

const claim = prepared<WebhookName & Claim, WebhookRow>((db, argument) =>
  db
    .updateTable('webhook')
    .set({ holder: argument('holder'), held_until: argument('until') })
    .where('tenant_id', '=', argument('tenantId'))
    .where('webhook_id', '=', argument('webhookId'))
    .returningAll(),
)

/** Undefined if another process has it, or it is switched off. */
export const claimWebhook = async (
  tx: PlatformTx,
  name: WebhookName,
  { now, ...by }: Claim & { readonly now: number },
): Promise<Webhook | undefined> => {
  const [free] = (await lockFree(tx, { ...name, now })).rows
  if (!free) return undefined
  const [row] = (await claim(tx, { ...name, ...by })).rows
  return wholeWebhook(tx.inTenant(name.tenantId), row)
}

const holdOn = prepared<WebhookName & Claim, WebhookRow>((db, argument) =>
  db
    .updateTable('webhook')
    .set({ held_until: argument('until') })
    .where('tenant_id', '=', argument('tenantId'))
    .where('webhook_id', '=', argument('webhookId'))
    .where('holder', '=', argument('holder'))
    .where('switched_off_at', 'is', null)
    .returningAll(),
)

/** The webhook as it is now, if this process still has it; keeps it until then. */
export const holdWebhook = async (tx: TenantTx, webhookId: string, by: Claim): Promise<Webhook | undefined> => {
  const [row] = (await holdOn(tx, { tenantId: tx.tenantId, webhookId, ...by })).rows
  return wholeWebhook(tx, row)
}

const held = prepared<WebhookName & Pick<Claim, 'holder'>, WebhookRow>((db, argument) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('tenant_id', '=', argument('tenantId'))
    .where('webhook_id', '=', argument('webhookId'))
    .where('holder', '=', argument('holder'))
    .where('switched_off_at', 'is', null)
    .where(sql<boolean>`exists (select 1 from tenant t where t.tenant_id = webhook.tenant_id and t.closed_at is null)`),
)

/** The webhook as it is now, if this process still has it and its operator is open. */
export const heldWebhook = async (
  reader: TenantReader,
  webhookId: string,
  holder: string,
): Promise<Webhook | undefined> => {
  const [row] = (await held(reader, { tenantId: reader.tenantId, webhookId, holder })).rows
  return wholeWebhook(reader, row)
}

interface Release {
  readonly holder: string
  /** Nobody takes it before then. */
  readonly restsUntil: number
  /** Where messages wait for its owner's budget; one that was delayed before stays so since then. */
  readonly delayedSince: number | null
}

export const releaseWebhook = async (
  tx: TenantTx,
  webhookId: string,
  { holder, restsUntil, delayedSince }: Release,
): Promise<void> => {
  await tx.db
    .updateTable('webhook')
    .set({ holder: null, held_until: restsUntil })
    .$if(delayedSince === null, (query) => query.set({ delayed_since: null }))
    .$if(delayedSince !== null, (query) =>
      query.set((eb) => ({ delayed_since: eb.fn.coalesce('delayed_since', eb.val(delayedSince)) })),
    )
    .where('tenant_id', '=', tx.tenantId)
    .where('webhook_id', '=', webhookId)
    .where('holder', '=', holder)
    .execute()
}

interface SentUpTo {
  readonly failures: number
  readonly position: number
  /** Written into its log. */
  readonly tries: number
}

/** How far a webhook that this process holds was sent; `isDone` lets go of it in the same statement. */
export const noteSent = async (
  tx: TenantTx,
  webhookId: string,
  { isDone, ...sent }: SentUpTo & { readonly isDone: boolean },
): Promise<void> => {
  await (isDone ? letGo : keepHeld)(tx, { tenantId: tx.tenantId, webhookId, ...sent })
}

const sentUpTo = (released: object) =>
  prepared<WebhookName & SentUpTo, unknown>((db, argument) =>
    db
      .updateTable('webhook')
      .set((eb) => ({
        failures: argument('failures'),
        position: argument('position'),
        tries_uncut: eb('tries_uncut', '+', argument('tries')),
        ...released,
      }))
      .where('tenant_id', '=', argument('tenantId'))
      .where('webhook_id', '=', argument('webhookId')),
  )

const keepHeld = sentUpTo({})
const letGo = sentUpTo({ holder: null, held_until: 0, delayed_since: null })

const parkedOf = (reader: TenantReader, webhookId: string) =>
  reader.db
    .selectFrom('webhook_parked')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('webhook_id', '=', webhookId)

const parkedAndDue = prepared<WebhookName & { now: number; most: number }, ParkedRow>((db, argument) =>
  db
    .selectFrom('webhook_parked')
    .selectAll()
    .where('tenant_id', '=', argument('tenantId'))
    .where('webhook_id', '=', argument('webhookId'))
    .where('next_try_at', '<=', argument('now'))
    .where(isFirstOfRecord)
    .orderBy('position')
    .limit(argument('most')),
)

/** Those that are due, the earliest change first and of each record its first only. */
export const dueParked = async (
  reader: TenantReader,
  webhookId: string,
  now: number,
  most: number,
): Promise<readonly ParkedRow[]> =>
  (await parkedAndDue(reader, { tenantId: reader.tenantId, webhookId, now, most })).rows

/** False once it was taken, or left out because something else is sent in its place. */
export const isParked = async (
  reader: TenantReader,
  { webhook_id, message_id }: Pick<ParkedRow, 'webhook_id' | 'message_id'>,
): Promise<boolean> =>
  (await parkedOf(reader, webhook_id).where('message_id', '=', message_id).limit(1).executeTakeFirst()) !== undefined

const parkedChanges = prepared<WebhookName, Pick<ParkedRow, 'entity_id'>>((db, argument) =>
  db
    .selectFrom('webhook_parked')
    .select('entity_id')
    .where('tenant_id', '=', argument('tenantId'))
    .where('webhook_id', '=', argument('webhookId'))
    .where('is_test', '=', 0),
)

/** The records that have something parked: later changes of theirs wait behind it. */
export const parkedEntities = async (
  reader: TenantReader,
  webhookId: string,
): Promise<{ readonly rows: number; readonly entities: ReadonlySet<string> }> => {
  const { rows } = await parkedChanges(reader, { tenantId: reader.tenantId, webhookId })
  return { rows: rows.length, entities: new Set(rows.map(({ entity_id }) => entity_id)) }
}

/** As many as anybody looks at. */
const MAX_SHOWN_WAITING = 100

/** Of a grant that ended nothing waits but its end. */
const ofApplication = (reader: PlatformReader, applicationWebhookId: string) =>
  reader.db
    .selectFrom('webhook_parked')
    .selectAll('webhook_parked')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('webhook_parked.tenant_id', 'webhook_parked.webhook_id'),
        'in',
        selectFrom('webhook')
          .select(['webhook.tenant_id', 'webhook.webhook_id'])
          .where(isAtWork)
          .where(sql<string>`webhook.application_webhook_id || ''`, '=', applicationWebhookId)
          .$asTuple('tenant_id', 'webhook_id'),
      ),
    )

type ParkedSelect = SelectQueryBuilder<Tables, 'webhook_parked', ParkedRow>

/** Written out in the statement: an index has these rows alone. */
const tellsOfRecord = sql<boolean>`webhook_parked.is_test = 0`

const firstWaiting = (parked: ParkedSelect): Promise<ParkedRow[]> =>
  parked.where(tellsOfRecord).orderBy('position').orderBy('message_id').limit(MAX_SHOWN_WAITING).execute()

/** Changes that wait, those of the earliest first. */
export const waitingMessages = (reader: TenantReader, webhookId: string): Promise<ParkedRow[]> =>
  firstWaiting(parkedOf(reader, webhookId))

export const waitingOfApplication = (reader: PlatformReader, id: string): Promise<ParkedRow[]> =>
  firstWaiting(ofApplication(reader, id))

/** Of all changes that wait; whoever asks pays for walking them. */
interface Waiting {
  readonly count: number
  /** When the one that waits longest was tried first; null if none was tried. */
  readonly since: number | null
}

const summedUp = async (parked: ParkedSelect): Promise<Waiting> => {
  const { count, since } = await parked
    .where(tellsOfRecord)
    .clearSelect()
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('first_tried_at').as('since')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), since: since === null ? null : Number(since) }
}

export const waitingIn = (reader: TenantReader, webhookId: string): Promise<Waiting> =>
  summedUp(parkedOf(reader, webhookId))

export const waitingInAll = (reader: PlatformReader, applicationWebhookId: string): Promise<Waiting> =>
  summedUp(ofApplication(reader, applicationWebhookId))

export const parkMessage = async (tx: TenantTx, row: Parked): Promise<void> => {
  await tx.db
    .insertInto('webhook_parked')
    .values({ ...row, tenant_id: tx.tenantId })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'webhook_id', 'message_id']).doUpdateSet((eb) => ({
        type: eb.ref('excluded.type'),
        attempts: eb.ref('excluded.attempts'),
        first_tried_at: eb.ref('excluded.first_tried_at'),
        next_try_at: eb.ref('excluded.next_try_at'),
      })),
    )
    .execute()
}

interface MessageAtOnce extends Pick<ParkedRow, 'webhook_id' | 'message_id' | 'position' | 'entity_id'> {
  /** Left out for a message that tells of a record. */
  readonly type?: string
}

/** Has a message sent at once, by whoever sends the webhook. */
export const parkAtOnce = (tx: TenantTx, { type, ...message }: MessageAtOnce): Promise<void> =>
  parkMessage(tx, {
    ...message,
    is_test: type === undefined ? 0 : 1,
    type: type ?? null,
    attempts: 0,
    first_tried_at: null,
    next_try_at: AT_ONCE,
  })

/** Has a message sent again, behind what waits of the same record: the first of these is due at once. */
export const parkAgain = async (
  tx: TenantTx,
  message: Pick<ParkedRow, 'webhook_id' | 'message_id' | 'position' | 'entity_id'>,
): Promise<void> => {
  const waiting = await parkedOf(tx, message.webhook_id)
    .where('entity_id', '=', message.entity_id)
    .where('is_test', '=', 0)
    .orderBy('position')
    .execute()
  if (!waiting.some(({ message_id }) => message_id === message.message_id)) await parkAtOnce(tx, message)
  const [first] = waiting
  if (first && first.position <= message.position)
    await parkMessage(tx, { ...withoutTenant(first), next_try_at: AT_ONCE })
}

/** The message is done; the next one of the same record is due. */
export const unparkMessage = async (
  tx: TenantTx,
  {
    webhook_id,
    message_id,
    entity_id,
    is_test,
  }: Pick<ParkedRow, 'webhook_id' | 'message_id' | 'entity_id' | 'is_test'>,
): Promise<void> => {
  await tx.db
    .deleteFrom('webhook_parked')
    .where('tenant_id', '=', tx.tenantId)
    .where('webhook_id', '=', webhook_id)
    .where('message_id', '=', message_id)
    .execute()
  if (is_test === 1) return
  const next = await parkedOf(tx, webhook_id)
    .where('entity_id', '=', entity_id)
    .where('is_test', '=', 0)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!next || next.next_try_at !== null) return
  await parkMessage(tx, { ...withoutTenant(next), next_try_at: AT_ONCE })
}

const withoutTenant = ({ tenant_id: _, ...row }: ParkedRow): Parked => row

/** The first change that is parked; null if none is. */
export const firstParked = async (tx: TenantTx, webhookId: string): Promise<number | null> => {
  const first = await parkedOf(tx, webhookId).where('is_test', '=', 0).orderBy('position').limit(1).executeTakeFirst()
  return first?.position ?? null
}

export const removeParked = async (tx: TenantTx, webhookId: string): Promise<void> => {
  await tx.db
    .deleteFrom('webhook_parked')
    .where('tenant_id', '=', tx.tenantId)
    .where('webhook_id', '=', webhookId)
    .execute()
}

export const insertAttempts = async (tx: TenantTx, attempts: readonly Attempt[]): Promise<void> => {
  if (attempts.length === 0) return
  await tx.db
    .insertInto('webhook_attempt')
    .values(attempts.map((attempt) => ({ ...attempt, tenant_id: tx.tenantId })))
    .execute()
}

/** How a try ended: taken, answered otherwise, or not answered at all. */
export type TryOutcome = 'TAKEN' | 'REFUSED' | 'NO_ANSWER'

/** As an index has them (ADR 293). */
const OUTCOMES: Readonly<Record<TryOutcome, number>> = { NO_ANSWER: 0, TAKEN: 1, REFUSED: 2 }
const outcome = sql<number>`case when status is null then 0 when status between 200 and 299 then 1 else 2 end`

const outcomeOf = (status: number): TryOutcome => (status >= 200 && status <= 299 ? 'TAKEN' : 'REFUSED')

export interface AskedTries {
  readonly most: number
  readonly outcome?: TryOutcome | null
  readonly status?: number | null
  /** Those that came before this one. */
  readonly before?: string | null
}

type AttemptSelect = SelectQueryBuilder<Tables, 'webhook_attempt', AttemptRow>

/** Of one webhook: as a whole, and by filters, each by an index in the order of the log. */
interface Log {
  readonly all: AttemptSelect
  readonly filtered: AttemptSelect
}

/** The latest first; none before a try that the log does not have any more. */
const latest = async ({ all, filtered }: Log, asked: AskedTries): Promise<AttemptRow[]> => {
  const { most, outcome: ended, status, before } = asked
  const from = before == null ? null : await filtered.where('attempt_id', '=', before).limit(1).executeTakeFirst()
  if (from === undefined) return []
  // A status says how the try ended.
  if (ended != null && status != null && outcomeOf(status) !== ended) return []
  return (ended == null && status == null ? all : filtered)
    .$if(from !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'attempt_id'), '<', tuple(from?.at ?? 0, from?.attempt_id ?? '')),
      ),
    )
    .$if(status != null, (query) => query.where('status', '=', status ?? null))
    .$if(status == null && ended != null, (query) => query.where(outcome, '=', OUTCOMES[ended ?? 'TAKEN']))
    .orderBy('at', 'desc')
    .orderBy('attempt_id', 'desc')
    .limit(most)
    .execute()
}

/** Whichever of the two it has: of an operator's own, or of an application's at all operators. */
const receiver = sql<string>`coalesce(application_webhook_id, webhook_id)`

const attemptsOf = (reader: TenantReader, webhookId: string): Log => {
  const attempts = reader.db.selectFrom('webhook_attempt').selectAll().where('tenant_id', '=', reader.tenantId)
  return { all: attempts.where('webhook_id', '=', webhookId), filtered: attempts.where(receiver, '=', webhookId) }
}

const attemptsOfApplication = (reader: PlatformReader, applicationWebhookId: string): Log => {
  const attempts = reader.db.selectFrom('webhook_attempt').selectAll()
  return {
    all: attempts.where('application_webhook_id', '=', applicationWebhookId),
    filtered: attempts.where(receiver, '=', applicationWebhookId),
  }
}

export const latestAttempts = (reader: TenantReader, webhookId: string, asked: AskedTries): Promise<AttemptRow[]> =>
  latest(attemptsOf(reader, webhookId), asked)

export const latestAttemptsOfApplication = (
  reader: PlatformReader,
  applicationWebhookId: string,
  asked: AskedTries,
): Promise<AttemptRow[]> => latest(attemptsOfApplication(reader, applicationWebhookId), asked)

export type FigureTry = Pick<AttemptRow, 'at' | 'number' | 'status' | 'delay_ms'>

export interface TriesSince {
  readonly since: number
  readonly most: number
}

/** As far as figures need them. */
const tried = (attempts: AttemptSelect, { since, most }: TriesSince): Promise<FigureTry[]> =>
  attempts
    .clearSelect()
    .select(['at', 'number', 'status', 'delay_ms'])
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()

export const triesSince = (reader: TenantReader, webhookId: string, asked: TriesSince): Promise<FigureTry[]> =>
  tried(attemptsOf(reader, webhookId).all, asked)

export const triesOfApplicationSince = (
  reader: PlatformReader,
  applicationWebhookId: string,
  asked: TriesSince,
): Promise<FigureTry[]> => tried(attemptsOfApplication(reader, applicationWebhookId).all, asked)

/** Of several webhooks of an application together, up to as many of each as of one alone. */
export const triesOfApplicationsSince = async (
  reader: PlatformReader,
  applicationWebhookIds: readonly string[],
  asked: TriesSince,
): Promise<FigureTry[]> =>
  (await Promise.all(applicationWebhookIds.map((id) => triesOfApplicationSince(reader, id, asked)))).flat()

export const attemptOfMessage = (
  reader: TenantReader,
  webhookId: string,
  messageId: string,
): Promise<AttemptRow | undefined> =>
  attemptsOf(reader, webhookId).filtered.where('message_id', '=', messageId).limit(1).executeTakeFirst()

export const attemptOfApplication = (
  reader: PlatformReader,
  applicationWebhookId: string,
  messageId: string,
): Promise<AttemptRow | undefined> =>
  attemptsOfApplication(reader, applicationWebhookId)
    .filtered.where('message_id', '=', messageId)
    .limit(1)
    .executeTakeFirst()

/** Removes at most `most` webhooks of grants that ended before this time, once their log is gone. */
export const removeWebhooksEndedBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  const removed = await sql`delete from webhook where (tenant_id, webhook_id) in
    (select w.tenant_id, w.webhook_id from webhook w where w.is_over = 1
      and not exists (select 1 from oauth_grant g where g.tenant_id = w.tenant_id and g.grant_id = w.grant_id
        and (g.ended_at is null or g.ended_at >= ${time}))
      and not exists (select 1 from webhook_attempt a where a.tenant_id = w.tenant_id and a.webhook_id = w.webhook_id)
      limit ${sql.lit(most)})`.execute(tx.db)
  return Number(removed.numAffectedRows ?? 0)
}

/** Removes at most `most` entries of the log that are older. */
export const removeAttemptsBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  const removed = await sql`delete from webhook_attempt where (tenant_id, webhook_id, at, attempt_id) in
    (select tenant_id, webhook_id, at, attempt_id from webhook_attempt where at < ${time} limit ${sql.lit(most)})`.execute(
    tx.db,
  )
  return Number(removed.numAffectedRows ?? 0)
}
