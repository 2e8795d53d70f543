/**
 * What was met once. Programs send the same documents for as long as they run, so most are met again, and many at once;
 * one that never is should not take the place of others. It also dies young then, which halves what it costs: whatever
 * is kept is copied by V8's collector until it is old, and looked for among the old when it goes (ADR 278).
 */

const MAX_NEWCOMERS = 16
const MAX_BYTES = 4 * 1024 * 1024

interface Newcomer {
  /** An estimate of what it holds. */
  readonly bytes: number
}

/** The few newest, until somebody asks for one again. */
export class Newcomers<T extends Newcomer> {
  readonly #all: T[] = []
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  add(newcomer: T): void {
    this.#all.push(newcomer)
    this.#bytes += newcomer.bytes
    // biome-ignore lint/plugin: there are a few
    while (this.#all.length > MAX_NEWCOMERS || this.#bytes > MAX_BYTES) this.#removeAt(0)
  }

  /** Returns the newest of them that it is, and holds it no longer. */
  take(isIt: (newcomer: T) => boolean): T | undefined {
    const at = this.#all.findLastIndex(isIt)
    return at < 0 ? undefined : this.#removeAt(at)
  }

  #removeAt(at: number): T | undefined {
    const [removed] = this.#all.splice(at, 1)
    this.#bytes -= removed?.bytes ?? 0
    return removed
  }
}

const PLACES = 2 ** 16

/** Which texts were met before, by a hash of each: no text is kept, and the newer of two at one place is known. */
export class MetTexts {
  readonly #hashes = new Uint32Array(PLACES)

  /** Whether it was met before; it was from now on. */
  meet(text: string): boolean {
    const hash = hashOf(text)
    const place = hash % PLACES
    const isMet = this.#hashes[place] === hash
    this.#hashes[place] = hash
    return isMet
  }
}

/** FNV-1a. Two texts of one hash do no harm: the second is kept at its first sight. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  // biome-ignore lint/plugin: the characters of a text were counted when it was lexed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
