/** A file that is compressed as it is written, and kept in parts: at most one part of it is in memory. */
import { once } from 'node:events'
import { createGzip } from 'node:zlib'
import { EXPORT_PART_BYTES } from '../../../domain/limits.ts'

/** Resolves once the part is stored. */
export type KeepPart = (number: number, bytes: Uint8Array) => Promise<void>

export interface PackedSize {
  readonly byteCount: number
  readonly partCount: number
}

export class PackedFile {
  readonly #gzip = createGzip()
  readonly #kept: Promise<PackedSize>
  rowCount = 0

  constructor(keep: KeepPart) {
    this.#kept = this.#keepParts(keep)
    // Whoever writes or ends it learns why it broke.
    this.#kept.catch(() => {})
  }

  async #keepParts(keep: KeepPart): Promise<PackedSize> {
    let waiting: Uint8Array[] = []
    let [length, byteCount, partCount] = [0, 0, 0]
    const keepWaiting = async (): Promise<void> => {
      if (length === 0) return
      await keep(partCount, Buffer.concat(waiting))
      waiting = []
      byteCount += length
      length = 0
      partCount++
    }
    for await (const chunk of this.#gzip as AsyncIterable<Uint8Array>) {
      waiting.push(chunk)
      length += chunk.length
      if (length >= EXPORT_PART_BYTES) await keepWaiting()
    }
    await keepWaiting()
    return { byteCount, partCount }
  }

  /** Resolves once more can be taken. */
  async write(text: string, rows: number): Promise<void> {
    this.rowCount += rows
    if (!this.#gzip.write(text)) await Promise.race([once(this.#gzip, 'drain'), this.#kept])
  }

  async end(): Promise<PackedSize> {
    this.#gzip.end()
    return this.#kept
  }

  giveUp(): void {
    this.#gzip.destroy()
  }
}
