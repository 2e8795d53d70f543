/**
 * Whether the store takes what is written. A full disk, a quota or a server that may only be read leaves reads as they
 * are, so a process that only reads looks healthy. It is noticed by the writes that fail, which costs nothing; once one
 * did, the store is tried from time to time until it takes something again.
 */
import { isUnwritable } from './engines/unavailable.ts'
import type { PlatformTx } from './handles.ts'

declare module './engines/tables.ts' {
  interface Tables {
    write_probe: { probe_id: string; content: string }
  }
}

/** Whoever asks, also a stranger at /readyz, has the store tried at most this often. */
const TRY_EVERY_MS = 1000
/** More than a page or two that a file may still have to spare. */
const PROBE_CHARACTERS = 64 * 1024

/** Writes something. */
export const addProbe = async (tx: PlatformTx): Promise<void> => {
  const content = 'x'.repeat(PROBE_CHARACTERS)
  await tx.db
    .insertInto('write_probe')
    .values({ probe_id: 'probe', content })
    .onConflict((conflict) => conflict.column('probe_id').doUpdateSet({ content }))
    .execute()
}

export const removeProbe = async (tx: PlatformTx): Promise<void> => {
  await tx.db.deleteFrom('write_probe').execute()
}

export class Writability {
  #isWritable = true
  #isTrying = false
  #triedAt = Number.NEGATIVE_INFINITY

  /** Called with the error of every write that failed. */
  note(error: unknown): void {
    if (isUnwritable(error) || isUnwritable((error as Error | null)?.cause)) this.#isWritable = false
  }

  /** What is known now. Where that is no, the store is tried again for whoever asks next. */
  ask(tryWriting: () => Promise<void>): boolean {
    const isDue = performance.now() - this.#triedAt >= TRY_EVERY_MS
    if (!this.#isWritable && !this.#isTrying && isDue) void this.#try(tryWriting)
    return this.#isWritable
  }

  async #try(tryWriting: () => Promise<void>): Promise<void> {
    this.#isTrying = true
    try {
      await tryWriting()
      this.#isWritable = true
    } catch {
      // Nothing is new: the next who asks has it tried again.
    } finally {
      this.#isTrying = false
      this.#triedAt = performance.now()
    }
  }
}
