/** What an import did or would do, line by line; what is kept of it under its key, and what a repetition is told. */
import type { FileColumn } from './file-header.ts'
import type { ImportError } from './import-error.ts'
import type { Outcome } from './import-kind.ts'
import type { ReadLines } from './import-lines.ts'

/** What became of a line; `did` is null where it is wrong. */
export interface ImportedLine {
  readonly line: number
  readonly cells: readonly string[]
  readonly did: Outcome['did'] | null
}

export interface ImportWarning extends ImportError {
  readonly code: string
}

interface Counts {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

export interface ImportReport extends Counts {
  readonly warnings: readonly ImportWarning[]
  /** As many as there were; a repetition does not tell them again. */
  readonly warningCount: number
  /** An earlier request with the same key wrote it. */
  readonly isRepetition: boolean
  /** Any error: nothing was written. */
  readonly errors: readonly ImportError[]
  readonly isDryRun: boolean
  readonly columns: readonly string[]
  readonly fileColumns: readonly FileColumn[]
  /** To undo it by; null where nothing was written. */
  readonly importId: string | null
  /** What became of each line; a file with errors tells what would have. */
  readonly lines: readonly ImportedLine[]
}

export interface Written {
  /** By line. */
  readonly outcomes: ReadonlyMap<number, Outcome>
  readonly warnings: readonly ImportWarning[]
  readonly errors: readonly ImportError[]
}

const NOTHING: Counts = { created: 0, updated: 0, unchanged: 0 }

export const reportOf = (file: ReadLines, { outcomes, warnings, errors }: Written, isDryRun: boolean): ImportReport => {
  const all = [...outcomes.values()]
  const count = (did: Outcome['did']) => all.filter((outcome) => outcome.did === did).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
  const lines = file.lines.map(({ line, cells }) => ({ line, cells, did: outcomes.get(line)?.did ?? null }))
  const { columns, fileColumns } = file
  const told = errors.length > 0 ? NOTHING : counts
  const counted = { warnings, warningCount: warnings.length, errors, isDryRun, isRepetition: false }
  return { ...told, ...counted, columns, fileColumns, importId: null, lines }
}

/** What is kept under the key, so that a repetition is told the truth: a letter for each line, which has no content. */
export interface Kept extends Counts, Pick<ImportReport, 'importId' | 'warningCount'> {
  readonly outcomes?: string
}

const LETTERS = { created: 'c', updated: 'u', unchanged: 'n' } as const

export const keptOf = ({ created, updated, unchanged, importId, warningCount, lines }: ImportReport): Kept => {
  const outcomes = lines.map(({ did }) => (did === null ? '-' : LETTERS[did])).join('')
  return { created, updated, unchanged, importId, warningCount, outcomes }
}

/** The same file has the same lines. What was kept before outcomes were has none. */
export const repeatedReport = (file: ReadLines, { outcomes = '', warningCount = 0, ...kept }: Kept): ImportReport => {
  const dids = new Map(Object.entries(LETTERS).map(([did, letter]) => [letter, did as Outcome['did']]))
  const report = reportOf(file, { outcomes: new Map(), warnings: [], errors: [] }, false)
  const lines = report.lines.flatMap((line, index) => {
    const did = dids.get((outcomes[index] ?? '') as 'c')
    return did === undefined ? [] : [{ ...line, did }]
  })
  return { ...report, ...kept, warningCount, isRepetition: true, lines }
}
