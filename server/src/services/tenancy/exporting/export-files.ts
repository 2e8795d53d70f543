/**
 * The files of one try at an export, written part by part into the store, where every process finds them. Each part
 * also tells that the try goes on.
 */
import { addSeconds } from '../../../domain/clock.ts'
import { MAX_EXPORT_BYTES } from '../../../domain/limits.ts'
import { type ExportFile, OPERATOR_FILE_NAME } from '../../../domain/tenancy/asked-export.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { type ExportTry, insertExportPart, noteExport } from '../../../storage/tenancy/carrying/asked-exports.ts'
import type { CarriedRow } from '../../../storage/tenancy/carrying/carried-rows.ts'
import type { TableShape } from '../../../storage/tenancy/carrying/table-shapes.ts'
import type { WorldAt } from '../../world.ts'
import type { TextSink } from '../carrying/export-operator.ts'
import { type KindTable, kindFileName, kindTable } from './kind-table.ts'
import { PackedFile } from './packed-file.ts'

/** A try that stored nothing for so long is taken to be dead. */
export const TRY_SECONDS = 60

/** The try no longer counts: another one was begun, or nobody wants it any more. */
export class TryOver extends Error {}

export class TooLarge extends Error {}

/** Between two pages, so that requests have the process for at least as long as the export (ADR 177). */
const PAUSE_MS = 10

interface OpenTable {
  readonly name: string
  readonly table: string
  readonly file: PackedFile
  readonly text: KindTable
}

export class ExportFiles implements TextSink {
  readonly #at: WorldAt<Tenant>
  readonly #try: ExportTry
  readonly #whole: PackedFile
  readonly #done: ExportFile[] = []
  #open: OpenTable | null = null
  #bytes = 0
  rows = 0

  constructor(at: WorldAt<Tenant>, attempt: ExportTry) {
    this.#at = at
    this.#try = attempt
    this.#whole = this.#packed(OPERATOR_FILE_NAME)
  }

  #packed(file: string): PackedFile {
    return new PackedFile(async (number, bytes) => {
      this.#bytes += bytes.length
      if (this.#bytes > MAX_EXPORT_BYTES) throw new TooLarge()
      await this.#at.write(async (tx) => {
        const progress = { row_count: this.rows, due_at: addSeconds(await tx.realNow(), TRY_SECONDS) }
        if (!(await noteExport(tx, this.#try, progress))) throw new TryOver()
        await insertExportPart(tx, this.#try, { file, number, bytes })
      })
    })
  }

  async write(text: string): Promise<void> {
    await this.#whole.write(text, 0)
  }

  progress(rows: number): void {
    this.rows = rows
  }

  /** The page that was written last, as it goes into the file of its kind. */
  async page(shape: TableShape, rows: readonly CarriedRow[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const name = kindFileName(shape.table)
    if (name === null) return
    if (this.#open?.table !== shape.table) {
      await this.#close()
      this.#open = { name, table: shape.table, file: this.#packed(name), text: kindTable(shape) }
      await this.#open.file.write(this.#open.text.head, 0)
    }
    await this.#open.file.write(this.#open.text.lines(rows), rows.length)
  }

  async #close(): Promise<void> {
    if (this.#open === null) return
    const { name, file } = this.#open
    this.#done.push({ name, rowCount: file.rowCount, ...(await file.end()) })
    this.#open = null
  }

  /** All files, the whole one first. */
  async end(): Promise<readonly ExportFile[]> {
    await this.#close()
    const whole = { name: OPERATOR_FILE_NAME, rowCount: this.rows, ...(await this.#whole.end()) }
    return [whole, ...this.#done.toSorted((one, other) => (one.name < other.name ? -1 : 1))]
  }

  giveUp(): void {
    this.#whole.giveUp()
    this.#open?.file.giveUp()
  }
}
