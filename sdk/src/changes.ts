/** Reads the change feed: what was created, updated and deleted, in commit order, without gaps (data §5.8). */
import type { Surroundings } from './surroundings.ts'
import type { Variables } from './typed-document.ts'

export interface Change {
  /** Save it after processing the change: `after` continues from it, for 30 days. */
  readonly cursor: string
  readonly entity: string
  readonly entityId: string
  readonly kind: 'CREATED' | 'UPDATED' | 'DELETED'
  readonly version: number
  readonly fieldList: readonly string[]
  readonly at: string
}

export interface ChangesOptions {
  /** The cursor of the last processed change; if absent, reading starts at the beginning. */
  readonly after?: string | undefined
  /** Kinds of records, e.g. FLIGHT; each needs its read scope. If absent, every kind that the token may read. */
  readonly entities?: readonly string[] | undefined
  /** Waits for more instead of ending. */
  readonly follow?: boolean | undefined
  readonly pollSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const POLL_SECONDS_DEFAULT = 5
const PAGE_SIZE = 200

const DOCUMENT = `query Changes($after: String, $entityList: [EntityKind!], $first: Int) {
  changeList(after: $after, entityList: $entityList, first: $first) {
    nodeList { cursor entity entityId kind version fieldList at }
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
  { after, entities, follow = false, pollSeconds = POLL_SECONDS_DEFAULT, signal }: ChangesOptions,
  { sleep }: Pick<Surroundings, 'sleep'>,
): AsyncGenerator<Change, void, undefined> {
  let cursor = after ?? null
  for (;;) {
    const variables = { after: cursor, entityList: entities ?? null, first: PAGE_SIZE }
    const { changeList } = (await send(DOCUMENT, variables)) as ChangePage
    yield* changeList.nodeList
    cursor = changeList.pageInfo.endCursor ?? changeList.nodeList.at(-1)?.cursor ?? cursor
    if (changeList.pageInfo.hasMore) continue
    if (!follow) return
    await sleep(pollSeconds * 1000, signal)
  }
}
