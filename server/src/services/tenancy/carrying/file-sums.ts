/** Counts and sums the lines of an operator's file: for its last line, and to hold that line against what was read. */
import { createHash } from 'node:crypto'
import type { OperatorFileEnd, TableSum } from '../../../domain/tenancy/operator-file.ts'

export class FileSums {
  readonly #whole = createHash('sha256')
  readonly #tables = new Map<string, { rows: number; hash: ReturnType<typeof createHash> }>()
  rows = 0

  addHead(line: string): void {
    this.#whole.update(`${line}\n`)
  }

  addRow(table: string, line: string): void {
    const sum = this.#tables.get(table) ?? { rows: 0, hash: createHash('sha256') }
    this.#tables.set(table, sum)
    sum.rows++
    sum.hash.update(`${line}\n`)
    this.#whole.update(`${line}\n`)
    this.rows++
  }

  /** Ends the sums. */
  end(): OperatorFileEnd {
    const tables = [...this.#tables].map(([table, { rows, hash }]): [string, TableSum] => [
      table,
      { rows, sha256: hash.digest('hex') },
    ])
    return { tables: Object.fromEntries(tables), sha256: this.#whole.digest('hex') }
  }
}

/** The first table whose sums differ; null where everything is the same. */
export const differingTable = (found: OperatorFileEnd, said: OperatorFileEnd): string | null => {
  const names = new Set([...Object.keys(found.tables), ...Object.keys(said.tables)])
  for (const name of names) {
    const [one, other] = [found.tables[name], said.tables[name]]
    if (one?.rows !== other?.rows || one?.sha256 !== other?.sha256) return name
  }
  return found.sha256 === said.sha256 ? null : 'the first line'
}
