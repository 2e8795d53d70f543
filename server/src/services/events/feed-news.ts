/**
 * Tells whoever waits for a tenant's feed that it has grown. What this process commits is told at once; what others
 * commit is found by reading the heads of those feeds that somebody waits for, with one statement for all of them
 * (ADR 125).
 */
import { feedHeads } from '../../storage/change-feed.ts'
import type { Storage } from '../../storage/storage.ts'

/** The embedded store is read in this process, within microseconds; PostgreSQL is asked over a connection. */
const LOOK_MS: Readonly<Record<Storage['kind'], number>> = { sqlite: 15, postgres: 100 }

export interface FeedWatcher {
  readonly tenantId: string
  /** The head that it knows; it is told of a higher one. */
  seen: number
  readonly grown: (head: number) => void
}

export class FeedNews {
  readonly #storage: Storage
  readonly #watchers = new Map<string, Set<FeedWatcher>>()
  #timer: NodeJS.Timeout | null = null

  constructor(storage: Storage) {
    this.#storage = storage
    storage.onFeedChange((tenantId, head) => this.#tell(tenantId, head))
  }

  add(watcher: FeedWatcher): void {
    const { tenantId } = watcher
    const watchers = this.#watchers.get(tenantId) ?? new Set()
    watchers.add(watcher)
    this.#watchers.set(tenantId, watchers)
    if (this.#timer === null) this.#schedule()
  }

  remove(watcher: FeedWatcher): void {
    const watchers = this.#watchers.get(watcher.tenantId)
    watchers?.delete(watcher)
    if (watchers?.size === 0) this.#watchers.delete(watcher.tenantId)
  }

  #tell(tenantId: string, head: number): void {
    for (const watcher of this.#watchers.get(tenantId) ?? []) {
      if (head <= watcher.seen) continue
      watcher.seen = head
      watcher.grown(head)
    }
  }

  /** Looks only while somebody waits. */
  #schedule(): void {
    this.#timer = setTimeout(() => {
      if (this.#watchers.size === 0) {
        this.#timer = null
        return
      }
      void this.#look().finally(() => this.#schedule())
    }, LOOK_MS[this.#storage.kind])
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    try {
      const heads = await this.#storage.onOneConnection((session) => feedHeads(session, [...this.#watchers.keys()]))
      for (const { tenantId, head } of heads) this.#tell(tenantId, head)
    } catch {
      // The store is away: whoever waits goes on waiting, and it is asked again.
    }
  }
}
