/** Reads the change feed: what was created, updated and deleted, in commit order, without gaps (data §5.8). */
import type { ChangeKind, EntityKind, ReminderKind } from './schema.ts'
import type { Route } from './transport.ts'
import type { Variables } from './typed-document.ts'

export interface Change {
  /** Save it after processing the change: `after` continues from it, for 30 days. */
  readonly cursor: string
  readonly entity: EntityKind
  readonly entityId: string
  /** The record that it belongs to, where it is part of one: the flight of a passenger. */
  readonly parentId: string | null
  /** REMINDER: a time has come (`dueAt`), while nothing changed. */
  readonly kind: ChangeKind
  readonly reminder: ReminderKind | null
  readonly dueAt: string | null
  readonly version: number
  readonly fieldList: readonly string[]
  /** Written by this same key or connection. */
  readonly isOwn: boolean
  readonly at: string
}

export interface ChangesOptions {
  /** The cursor of the last processed change; if absent, reading starts at the beginning. */
  readonly after?: string | undefined
  /** Kinds of records, e.g. FLIGHT; each needs its read scope. If absent, every kind that the token may read. */
  readonly entities?: readonly string[] | undefined
  /** Waits for more instead of ending: the service answers as soon as something has changed. */
  readonly follow?: boolean | undefined
  /** Looks every so many seconds, instead of letting the service answer when something has changed. */
  readonly pollSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The longest that the service lets a request wait, and what an answer takes beside. */
const MAX_WAIT_SECONDS = 25
const ANSWER_SECONDS = 5
/** Between two looks where the service has no place for one more who waits. */
const PAUSE_SECONDS = 5
const PAGE_SIZE = 200

const DOCUMENT = `query Changes($after: String, $entityList: [EntityKind!], $first: Int, $waitSeconds: Int) {
  changeList(after: $after, entityList: $entityList, first: $first, waitSeconds: $waitSeconds) {
    nodeList { cursor entity entityId parentId kind reminder dueAt version fieldList isOwn at }
    pageInfo { endCursor hasMore }
  }
}`

interface ChangePage {
  readonly changeList: {
    readonly nodeList: readonly Change[]
    readonly pageInfo: { readonly endCursor: string | null; readonly hasMore: boolean }
  }
}

export async function* changesOf(
  send: (document: string, variables: Variables) => Promise<unknown>,
  { after, entities, follow = false, pollSeconds, signal }: ChangesOptions,
  { surroundings: { sleep, now }, timeoutSeconds }: Pick<Route, 'surroundings' | 'timeoutSeconds'>,
): AsyncGenerator<Change, void, undefined> {
  const canWait = follow && pollSeconds === undefined
  const waitSeconds = canWait ? Math.max(0, Math.min(MAX_WAIT_SECONDS, Math.floor(timeoutSeconds - ANSWER_SECONDS))) : 0
  let cursor = after ?? null
  for (;;) {
    const variables = { after: cursor, entityList: entities ?? null, first: PAGE_SIZE, waitSeconds }
    const askedAt = now()
    const { changeList } = (await send(DOCUMENT, variables)) as ChangePage
    yield* changeList.nodeList
    cursor = changeList.pageInfo.endCursor ?? changeList.nodeList.at(-1)?.cursor ?? cursor
    if (changeList.pageInfo.hasMore) continue
    if (!follow) return
    const hasWaited = now() - askedAt >= (waitSeconds * 1000) / 2
    if (waitSeconds > 0 && (hasWaited || changeList.nodeList.length > 0)) continue
    await sleep((pollSeconds ?? PAUSE_SECONDS) * 1000, signal)
  }
}
