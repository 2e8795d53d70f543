/** What webhooks of operators and of applications show alike; each graph makes its own nodes of it. */
import { addSeconds } from '../../../domain/clock.ts'
import { CHANGE_KINDS, type ChangeKind, ENTITY_KINDS, type EntityKind } from '../../../domain/entity-kind.ts'
import { changeCursor } from '../../../domain/events/change-cursor.ts'
import {
  type DeliveryFigures,
  deliveryFigures,
  FIGURE_HOURS,
  isTaken,
} from '../../../domain/events/delivery-figures.ts'
import { MAX_TRIES_KEPT, WEBHOOK_RETRY_SECONDS } from '../../../domain/limits.ts'
import { lastFour } from '../../../domain/secret.ts'
import type { MessageCount } from '../../../services/events/webhook-count.ts'
import type { HeardWish, SettingsWish } from '../../../services/events/webhook-wish.ts'
import type { LookedThrough } from '../../../storage/counted-search.ts'
import type {
  AskedTries,
  AttemptRow,
  FigureTry,
  ParkedRow,
  TriesSince,
  TryOutcome,
} from '../../../storage/events/webhook-queue.ts'
import type { WebhookSettings } from '../../../storage/events/webhooks.ts'
import type { Builder } from '../../builder.ts'
import { usually } from '../../operation/list-size.ts'
import { pageSize } from '../page.ts'
import type { Declared, FieldBuilder } from '../providers/application.ts'

export const LOG_DEFAULT = 50
export const LOG = `The log of 30 days, the latest first; of a webhook the ${MAX_TRIES_KEPT} latest, of an application at each operator.`
export const PASSWORD = 'Needed where the sign-in is longer ago than ten minutes.'

const OUTCOMES = ['TAKEN', 'REFUSED', 'NO_ANSWER'] as const satisfies readonly TryOutcome[]

export const outcomeEnum = (builder: Builder) => builder.enumType('WebhookOutcome', { values: OUTCOMES })

/** For a graph that has no change feed of its own. */
export const kindEnums = (builder: Builder) => ({
  EntityKind: builder.enumType('EntityKind', { values: ENTITY_KINDS }),
  ChangeKind: builder.enumType('ChangeKind', { values: CHANGE_KINDS }),
})

type Kinds = ReturnType<typeof kindEnums>

const atMostInt = (value: number | null): number | null => (value === null ? null : Math.min(value, 2 ** 31 - 1))

export const attemptFields = (t: FieldBuilder<AttemptRow>) => ({
  attemptId: t.id({ resolve: ({ attempt_id }) => attempt_id }),
  messageId: t.id({ description: 'The webhook-id that the receiver sees.', resolve: ({ message_id }) => message_id }),
  at: t.field({ type: 'DateTime', resolve: ({ at }) => at }),
  type: t.exposeString('type', { description: 'What it tells, e.g. flight.updated.' }),
  entityId: t.id({ nullable: true, resolve: ({ entity_id }) => entity_id || null }),
  number: t.exposeInt('number', { description: 'The first try of a message is 1.' }),
  status: t.exposeInt('status', {
    nullable: true,
    description: 'The status of the answer; null where there was none.',
  }),
  problem: t.exposeString('problem', { nullable: true, description: 'Why there was no answer.' }),
  isTaken: t.boolean({ resolve: ({ status }) => isTaken(status) }),
  tookMs: t.int({ resolve: ({ took_ms }) => took_ms }),
  connectMs: t.int({
    nullable: true,
    description: 'Of tookMs, until the receiver was connected to: its name, TCP, TLS. Null where that did not succeed.',
    resolve: ({ connect_ms }) => connect_ms,
  }),
  waitMs: t.int({
    nullable: true,
    description: 'Of tookMs, from then until the answer began. What is left went by until it was whole.',
    resolve: ({ wait_ms }) => wait_ms,
  }),
  delayMs: t.int({
    nullable: true,
    description: 'From the change to this try.',
    resolve: ({ delay_ms }) => atMostInt(delay_ms),
  }),
  answer: t.exposeString('answer', { description: 'The first kilobyte of the answer, as text.' }),
  cursorBefore: t.string({
    nullable: true,
    description: 'The cursor of the feed after which this message is the next; null where it tells of no record.',
    resolve: ({ tenant_id, position }, _args, { world }) =>
      position === 0 ? null : changeCursor(tenant_id, position - 1, world.now(tenant_id)),
  }),
})

const FIGURE_DAYS = 7
const DAY_SECONDS = 24 * 3600
/** A bound for what a list of webhooks reads. */
const FIGURE_TRIES = 500

const hourNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<DeliveryFigures['hourList'][number]>('WebhookHour').implement({
    ...declared,
    description: 'Tries within one hour.',
    fields: (t) => ({
      from: t.field({ type: 'DateTime', resolve: ({ from }) => from }),
      takenCount: t.exposeInt('takenCount'),
      failedCount: t.exposeInt('failedCount'),
    }),
  })

export const figuresNode = (builder: Builder, declared: Declared) => {
  const WebhookHour = hourNode(builder, declared)
  return builder.objectRef<DeliveryFigures>('WebhookFigures').implement({
    ...declared,
    description: `How well the receiver takes its messages: the latest ${FIGURE_TRIES} tries of ${FIGURE_DAYS} days.`,
    fields: (t) => ({
      firstTryCount: t.exposeInt('firstTryCount', { description: 'Messages that were tried.' }),
      firstTakenCount: t.exposeInt('firstTakenCount', { description: 'Of these, taken at the first try.' }),
      delayP50Ms: t.int({
        nullable: true,
        description: 'From the change to the try that was taken: half of them within.',
        resolve: ({ delayP50Ms }) => atMostInt(delayP50Ms),
      }),
      delayP95Ms: t.int({
        nullable: true,
        description: 'The same: 95 of 100 within.',
        resolve: ({ delayP95Ms }) => atMostInt(delayP95Ms),
      }),
      hourList: t.expose('hourList', { ...usually(FIGURE_HOURS, declared), type: [WebhookHour] }),
    }),
  })
}

export const waitingNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<ParkedRow>('WebhookWaiting').implement({
    ...declared,
    description: 'A message that was not taken yet, or waits behind one of the same record that was not.',
    fields: (t) => ({
      messageId: t.id({ resolve: ({ message_id }) => message_id }),
      entityId: t.id({ resolve: ({ entity_id }) => entity_id }),
      tryCount: t.int({ description: 'How often it was tried.', resolve: ({ attempts }) => attempts }),
      nextTryAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Null where it waits for an earlier message of its record, or is tried at once.',
        resolve: ({ next_try_at }) => next_try_at || null,
      }),
    }),
  })

/** Counting reads thousands of changes: some 50 ms (threats row 261). */
export const COUNT_COST = 250

export const WAITING_SIZE = 10
export const WAITING = 'Messages that wait, the earliest change first: at most 100.'
export const GIVEN_UP =
  'When it is switched off by itself if nothing is taken until then; null where nothing waits that was tried.'

export const DELAYED =
  'Since when messages wait because as many were sent as are at once for one operator, or for one application at an operator. They go out in order, some each second; null where none waits for that.'

export const givenUpAt = (waitsSince: number | null): number | null =>
  waitsSince === null ? null : addSeconds(waitsSince, WEBHOOK_RETRY_SECONDS)

export const countNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<MessageCount>('WebhookMessageCount').implement({
    ...declared,
    description: 'How many messages would be sent, counted up to 1,000.',
    fields: (t) => ({
      count: t.exposeInt('count'),
      hasMore: t.exposeBoolean('hasMore', { description: 'There may be more than were counted.' }),
    }),
  })

/** The figures of what was tried lately, which is read and put in order for each that asks, and paid (threats row 616). */
export const figuresAt = async (
  now: number,
  looked: LookedThrough,
  read: (asked: TriesSince) => Promise<FigureTry[]>,
) => {
  const tries = await read({ since: addSeconds(now, -FIGURE_DAYS * DAY_SECONDS), most: FIGURE_TRIES })
  looked.add(tries.length, 'compared')
  return deliveryFigures(tries, now)
}

export const settingsFields = <S extends WebhookSettings>(t: FieldBuilder<S>, { EntityKind, ChangeKind }: Kinds) => ({
  url: t.string({ resolve: ({ url }) => url }),
  description: t.string({ resolve: ({ description }) => description }),
  entityList: t.field({ type: [EntityKind], resolve: ({ entities }) => [...entities] }),
  kindList: t.field({ type: [ChangeKind], resolve: ({ kinds }) => [...kinds] }),
  fieldList: t.stringList({
    nullable: true,
    description: 'Updates of one of these fields only; null for all.',
    resolve: ({ fields }) => fields && [...fields],
  }),
  statusList: t.stringList({
    nullable: true,
    description: 'Records that have one of these states when it is sent, and removals, only; null for all.',
    resolve: ({ statuses }) => statuses && [...statuses],
  }),
  query: t.string({ nullable: true, resolve: ({ query }) => query }),
  secretEndsIn: t.string({ resolve: ({ secret }) => lastFour(secret) }),
  earlierSecretUntil: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Until when messages are also signed with the secret before.',
    resolve: ({ earlier_until }, _args, { at }) =>
      earlier_until !== null && earlier_until > at.realNow() ? earlier_until : null,
  }),
  switchedOffAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ switched_off_at }) => switched_off_at }),
  offReason: t.string({ nullable: true, resolve: ({ off_reason }) => off_reason }),
  createdAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
})

type InputFields = PothosSchemaTypes.InputFieldBuilder<Builder['$inferSchemaTypes'], 'InputObject'>

/** What is chosen of the feed; `of` is whose rights and budget the query has. */
export const heardInputFields = (t: InputFields, { EntityKind, ChangeKind }: Kinds, of: string) => ({
  entityList: t.field({ type: [EntityKind], required: true }),
  kindList: t.field({ type: [ChangeKind], description: `Leave out for all: ${CHANGE_KINDS.join(', ')}.` }),
  fieldList: t.stringList({ description: 'Updates of one of these fields only.' }),
  statusList: t.stringList({
    description:
      'Records that have one of these states when it is sent only, e.g. RELEASED; removals are told always. Every kind of entityList must have a status.',
  }),
  query: t.string({
    description: `One query with the variable $entityId: ID!; its answer goes along as data.result, with the rights and from the budget of ${of}.`,
  }),
})

export const settingsInputFields = (t: InputFields, kinds: Kinds, of: string) => ({
  url: t.string({ required: true, description: 'Where to: https, an address of the open internet.' }),
  description: t.string(),
  ...heardInputFields(t, kinds, of),
  currentPassword: t.string({ description: PASSWORD }),
})

interface HeardInput {
  readonly entityList: readonly EntityKind[]
  readonly kindList?: readonly ChangeKind[] | null | undefined
  readonly fieldList?: readonly string[] | null | undefined
  readonly statusList?: readonly string[] | null | undefined
  readonly query?: string | null | undefined
}

interface SettingsInput extends HeardInput {
  readonly url: string
  readonly description?: string | null | undefined
}

export const heardOf = (input: HeardInput): HeardWish => ({
  entities: input.entityList,
  kinds: input.kindList ?? null,
  fields: input.fieldList ?? null,
  statuses: input.statusList ?? null,
  query: input.query ?? null,
})

export const settingsOf = (input: SettingsInput): SettingsWish => ({
  ...heardOf(input),
  url: input.url.trim(),
  description: input.description?.trim() ?? '',
})

interface LogArgs {
  readonly first?: number | null | undefined
  readonly outcome?: TryOutcome | null | undefined
  readonly status?: number | null | undefined
  readonly before?: string | null | undefined
}

export const askedTries = ({ first, outcome, status, before }: LogArgs): AskedTries => ({
  most: pageSize(first ?? LOG_DEFAULT),
  outcome: outcome ?? null,
  status: status ?? null,
  before: before ?? null,
})
