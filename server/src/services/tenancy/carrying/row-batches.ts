/** Gathers rows of one table after another, so that a statement writes many of them. */
import { Failure } from '../../../domain/failure.ts'
import type { FileRow } from '../../../domain/tenancy/operator-file.ts'
import type { ReadRow } from './read-operator-file.ts'

const MAX_BATCH_ROWS = 500
const MAX_BATCH_CHARACTERS = 1_000_000

type Insert = (table: string, rows: readonly FileRow[]) => Promise<void>

/** A row that breaks a rule of the store: PostgreSQL's classes 22 and 23, SQLite's constraint and mismatch. */
const isRefusal = (error: unknown): error is Error => {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return [19, 20].includes(errcode & 0xff)
  return typeof code === 'string' && /^2[23]/.test(code)
}

export class RowBatches {
  readonly #insert: Insert
  readonly #progress: (rows: number) => void
  #batch: ReadRow[] = []
  #characters = 0
  #written = 0

  constructor(insert: Insert, progress: (rows: number) => void) {
    this.#insert = insert
    this.#progress = progress
  }

  /** A promise where a batch is full. */
  add(read: ReadRow): void | Promise<void> {
    const [first] = this.#batch
    if (first && (first.table !== read.table || !haveSameColumns(first.row, read.row))) {
      return this.flush().then(() => this.#keep(read))
    }
    this.#keep(read)
    if (this.#batch.length >= MAX_BATCH_ROWS || this.#characters > MAX_BATCH_CHARACTERS) return this.flush()
  }

  #keep(read: ReadRow): void {
    this.#batch.push(read)
    for (const value of Object.values(read.row)) if (typeof value === 'string') this.#characters += value.length
  }

  async flush(): Promise<void> {
    const batch = this.#batch
    const [first] = batch
    if (!first) return
    this.#batch = []
    this.#characters = 0
    try {
      await this.#insert(
        first.table,
        batch.map(({ row }) => row),
      )
    } catch (error) {
      if (!isRefusal(error)) throw error
      const lines = `one of the lines ${first.line} to ${batch.at(-1)?.line}`
      throw new Failure(
        'invalid_request',
        `The store refuses ${lines} of the file (${first.table}): ${error.message}`,
        {
          cause: error,
        },
      )
    }
    this.#written += batch.length
    this.#progress(this.#written)
  }
}

const haveSameColumns = (one: FileRow, other: FileRow): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name))
}
