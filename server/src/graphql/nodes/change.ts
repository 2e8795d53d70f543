/** The change feed, in the order of commits. */
import { addSeconds } from '../../domain/clock.ts'
import {
  CHANGE_KINDS,
  ENTITY_KINDS,
  ENTITY_SCOPES,
  type EntityKind as EntityKindName,
  REMINDER_KINDS,
} from '../../domain/entity-kind.ts'
import { changeCursors, tenantMark } from '../../domain/events/change-cursor.ts'
import { Failure } from '../../domain/failure.ts'
import { CHANGE_CURSOR_TTL_SECONDS, MAX_CHANGES_KEPT, MAX_PAGE_SIZE, MAX_WAIT_SECONDS } from '../../domain/limits.ts'
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { FeedQuestions } from '../../services/events/feed-questions.ts'
import type { AskedWait } from '../../services/events/feed-waits.ts'
import { authorOf } from '../../services/principal.ts'
import { authorText, type Change as ChangeRecord, changeHead, changesIn } from '../../storage/change-feed.ts'
import { needsByValue, noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'
import type { QueryContext } from '../context.ts'
import { searches, usually } from '../operation/list-size.ts'
import { askedList } from './asked-list.ts'
import { badInput, type Page, PageInfo, pageSize, positionOf } from './page.ts'

export const EntityKind = builder.enumType('EntityKind', { values: ENTITY_KINDS })
export const ChangeKind = builder.enumType('ChangeKind', { values: CHANGE_KINDS })

const ReminderKind = builder.enumType('ReminderKind', { values: REMINDER_KINDS })
const ChangeStart = builder.enumType('ChangeStart', { values: ['NOW', 'OLDEST'] as const })

const CHANGES_DEFAULT = 200
/** A poll mostly finds nothing; what it does find is charged afterwards. */
const CHANGES_FOUND = 2
const WAIT_COST = 1

type ChangeAt = ChangeRecord & { readonly cursorAt: (position: number) => string; readonly isOwn: boolean }

const Change = builder.objectRef<ChangeAt>('Change').implement({
  ...noScope,
  description: 'One change of one record, or a reminder of it. What left the principal’s view reads as DELETED.',
  fields: (t) => ({
    cursor: t.string({ resolve: ({ cursorAt, position }) => cursorAt(position) }),
    entity: t.expose('entity', { type: EntityKind }),
    entityId: t.exposeID('entityId'),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description:
        'What it belongs to: the crew member of a duty or qualification, the aircraft of a block. Given on deletes too.',
    }),
    kind: t.expose('kind', { type: ChangeKind, description: 'REMINDER: nothing changed, a time has come.' }),
    reminder: t.expose('reminder', { type: ReminderKind, nullable: true }),
    dueAt: t.expose('dueAt', { type: 'DateTime', nullable: true }),
    isOwn: t.exposeBoolean('isOwn', {
      description: 'Made by the calling application or key: for mirrors that must not echo.',
    }),
    version: t.exposeInt('version'),
    fieldList: t.stringList({ resolve: ({ fieldList }) => [...fieldList] }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

const ChangePage = builder.objectRef<Page<ChangeAt>>('ChangePage').implement({
  ...noScope,
  fields: (t) => ({
    nodeList: t.field({ type: [Change], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

interface FeedNow {
  readonly head: number
  readonly now: number
  /** As whoever asked calls the cursor. */
  readonly argument?: string
}

/**
 * Refuses positions beyond the head, which were never given out, and cursors whose next changes may be removed: those
 * older than 30 days, or with more changes after them than the feed keeps.
 */
export const positionAfter = (
  cursor: string | null | undefined,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  { head, now, argument = 'after' }: FeedNow,
): number => {
  const mark = tenantMark(tenantId)
  const [position, handedOutAt, of] = positionOf(cursor, ['number', 'number', 'string'], argument) ?? [0, now, mark]
  if (Number(position) < 0 || Number(position) > head || of !== mark) {
    throw badInput(`${argument} is not a cursor of this list: read everything again, then follow from a new one.`)
  }
  if (Number(handedOutAt) <= addSeconds(now, -CHANGE_CURSOR_TTL_SECONDS)) {
    throw new Failure(
      'cursor_expired',
      'The cursor is older than 30 days: read everything again, then follow from a new one',
    )
  }
  if (cursor && Number(position) < head - MAX_CHANGES_KEPT) {
    throw new Failure(
      'cursor_expired',
      `More than ${MAX_CHANGES_KEPT} changes followed the cursor: read everything again, then follow from a new one`,
    )
  }
  return Number(position)
}

/** The gate has checked kinds that were passed; the default is those that the token may read. */
const askedKinds = (
  { principal }: QueryContext,
  asked: readonly EntityKindName[] | null | undefined,
): readonly EntityKindName[] =>
  asked ?? ENTITY_KINDS.filter((kind) => holdsAll(principal.scopes, scopeSet([ENTITY_SCOPES[kind]])))

interface ChangeQuestion {
  readonly after: string | null | undefined
  readonly entities: readonly EntityKindName[]
  readonly isFromNow: boolean
  readonly size: number
  readonly waitSeconds: number
}

const askedOfFeed = (context: QueryContext): FeedQuestions => {
  context.feedQuestions ??= new FeedQuestions()
  return context.feedQuestions
}

/**
 * Each look begins where the last one found nothing, so that a change is looked at once, whoever it concerns. The answer
 * pays for what they pass over.
 */
const waitBeyond = (context: QueryContext, { entities, waitSeconds }: ChangeQuestion, head: number): AskedWait => {
  const { userId } = context.principal
  const waiting = { ...context.reader, looked: askedOfFeed(context).lookedWaiting }
  let after = head
  const hasNews = async (upTo: number): Promise<boolean> => {
    if (upTo <= after) return false
    const { changes, isAll } = await changesIn(waiting, { after, upTo, entities, userId, most: 1 })
    after = upTo
    return changes.length > 0 || !isAll
  }
  return { seconds: waitSeconds, head, hasNews }
}

const waitOf = (seconds: number | null | undefined): number => {
  const asked = seconds ?? 0
  if (asked >= 0 && asked <= MAX_WAIT_SECONDS) return asked
  throw badInput(`waitSeconds must be from 0 to ${MAX_WAIT_SECONDS}, not ${asked}.`)
}

/**
 * Entries up to the head, which is read first: all of them are committed. If none is left the cursor moves on to the
 * head itself, past changes that the principal does not see. Where many lie in between it moves on part of the way, and
 * the page says that there may be more (threats row 620).
 */
const changes = async (context: QueryContext, asked: ChangeQuestion): Promise<Page<ChangeAt>> => {
  const { reader, tenant, world, principal } = context
  const now = world.now(tenant.tenantId)
  const cursorAt = changeCursors(tenant.tenantId, now)
  const head = await changeHead(reader)
  if (asked.isFromNow && !asked.after) {
    askedOfFeed(context).found()
    return { nodeList: [], pageInfo: { endCursor: cursorAt(head), hasMore: false } }
  }
  const range = { after: positionAfter(asked.after, tenant, { head, now }), upTo: head, entities: asked.entities }
  const {
    changes: rows,
    upTo,
    isAll,
  } = await changesIn(reader, {
    ...range,
    userId: principal.userId,
    most: asked.size + 1,
  })
  if (rows.length > 0 || !isAll) askedOfFeed(context).found()
  else if (asked.waitSeconds > 0) askedOfFeed(context).foundNothing(waitBeyond(context, asked, head))
  const self = authorText(authorOf(principal))
  const nodeList = rows.slice(0, asked.size).map((row) => ({
    ...row,
    cursorAt,
    isOwn: row.author === self,
  }))
  const isFull = rows.length > asked.size
  const end = isFull ? (nodeList.at(-1)?.position ?? head) : isAll ? head : upTo
  return { nodeList, pageInfo: { endCursor: cursorAt(end), hasMore: !isAll } }
}

builder.queryField('changeList', (t) =>
  t.field({
    ...searches({ cost: WAIT_COST, args: ['waitSeconds'] }, usually(CHANGES_FOUND, noScope)),
    description:
      'What changed after a cursor, in commit order; without one, from the oldest change that is kept. Each entity kind needs its own read scope; default: all kinds the token may read. Cursors live 30 days.',
    type: ChangePage,
    args: {
      after: t.arg.string(),
      entityList: t.arg({ type: [EntityKind], ...needsByValue(ENTITY_SCOPES) }),
      first: t.arg.int({ defaultValue: CHANGES_DEFAULT, description: `1 to ${MAX_PAGE_SIZE}.` }),
      from: t.arg({
        type: ChangeStart,
        defaultValue: 'OLDEST',
        description:
          'Where there is no cursor yet: from the oldest change that is kept, or from now (an empty page with a cursor).',
      }),
      waitSeconds: t.arg.int({
        defaultValue: 0,
        description: `Where nothing has changed yet: wait up to so many seconds, 0 to ${MAX_WAIT_SECONDS}, and answer as soon as something has. Where too many wait already, the page is empty at once.`,
      }),
    },
    resolve: (_root, { after, entityList, first, from, waitSeconds }, context) =>
      changes(context, {
        after,
        entities: askedKinds(context, askedList(entityList, 'entityList')),
        isFromNow: from === 'NOW',
        size: pageSize(first ?? CHANGES_DEFAULT),
        waitSeconds: waitOf(waitSeconds),
      }),
  }),
)
