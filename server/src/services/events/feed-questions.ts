/** What an operation asked of the feed: it waits only if all that it asked found nothing. */
import { LookedThrough } from '../../storage/counted-search.ts'
import type { AskedWait } from './feed-waits.ts'

export class FeedQuestions {
  /** What is looked through while it waits, which is paid with the answer. */
  readonly lookedWaiting = new LookedThrough(null)
  #found = false
  readonly #waits: AskedWait[] = []

  found(): void {
    this.#found = true
  }

  foundNothing(wait: AskedWait): void {
    this.#waits.push(wait)
  }

  /** One wait for all: the longest, which ends when any of them has news. */
  get wait(): AskedWait | null {
    const [first] = this.#waits
    if (this.#found || first === undefined) return null
    return {
      seconds: Math.max(...this.#waits.map(({ seconds }) => seconds)),
      head: Math.min(...this.#waits.map(({ head }) => head)),
      hasNews: async (head) => {
        for (const { hasNews } of this.#waits) if (await hasNews(head)) return true
        return false
      },
    }
  }
}
