/** Sends a file part by part, to be checked or written, until all are answered or one ends it. */
import { carryOut } from '../graph/change.ts'
import { asGraphFailure } from '../graph/failure.ts'
import type { ChosenFile } from './file-choice.tsx'
import { type FilePart, lineCountOf, linesInPart } from './file-parts.ts'
import { asWritten, inFile, type Line, mergedReport } from './merged-report.ts'
import { IMPORT, type ImportKind, type ImportReport } from './queries.ts'

export interface Chosen {
  readonly file: ChosenFile
  readonly parts: readonly FilePart[]
  readonly system: string
  /** Fields that were chosen by hand, by the column's place from 1; null leaves it out. */
  readonly columns: ReadonlyMap<number, string | null>
  readonly leftOut: readonly Line[]
}

export interface Progress {
  readonly isDryRun: boolean
  readonly done: number
  readonly all: number
}

export interface Run {
  readonly kind: ImportKind
  readonly chosen: Chosen
  readonly isDryRun: boolean
  /** Of the parts that were answered before. */
  readonly from: readonly ImportReport[]
  /** Of the first part that is sent. */
  readonly key: string
  readonly onProgress: (progress: Progress) => void
  /** True where nobody waits for it any more: what is not yet sent stays unsent. */
  readonly isOver: () => boolean
}

interface RunEnd {
  readonly reports: readonly ImportReport[]
  readonly failure: Error | null
  /** Of the part that failed or comes next. */
  readonly key: string
}

interface SentWith {
  readonly importId: string | null
  readonly idempotencyKey: string
}

const sent = async ({ kind, chosen, isDryRun }: Run, part: FilePart, more: SentWith): Promise<ImportReport> => {
  const { file, system, columns, leftOut } = chosen
  const { recordsImport } = await carryOut(IMPORT, {
    kind,
    isDryRun,
    text: part.text,
    fileName: file.name,
    system: system === '' ? null : system,
    columnChoiceList: [...columns].map(([place, column]) => ({ place, column })),
    isUnknownLeftOut: true,
    leftOutLineList: linesInPart(leftOut, part),
    ...more,
  })
  if (!recordsImport.report) throw new Error('The import was answered without a report')
  const report = inFile(recordsImport.report, part)
  return isDryRun ? report : asWritten(report)
}

/** A part costs up to a fifth of the budget, which refills within seconds. */
const MAX_WAIT_SECONDS = 30

/** Waits where the budget is used up: a refused part was not looked at, and its key is as good as before. */
const sentInTime = async (run: Run, part: FilePart, more: SentWith): Promise<ImportReport> => {
  while (true) {
    try {
      return await sent(run, part, more)
    } catch (cause) {
      const { waitSeconds } = asGraphFailure(cause)
      if (waitSeconds === null || waitSeconds > MAX_WAIT_SECONDS || run.isOver()) throw cause
      await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000))
    }
  }
}

/** A wrong header is wrong in every part, and a part that is refused ends what is written. */
const isLast = ({ problemCount, lineCount }: ImportReport, isDryRun: boolean): boolean =>
  problemCount > 0 && (!isDryRun || lineCount === 0)

export const sendParts = async (run: Run): Promise<RunEnd> => {
  const { isDryRun, from } = run
  const { parts } = run.chosen
  const reports = [...from]
  let { key } = run
  try {
    for (const part of parts.slice(from.length)) {
      if (run.isOver()) break
      run.onProgress({ isDryRun, done: lineCountOf(parts.slice(0, reports.length)), all: lineCountOf(parts) })
      const importId = isDryRun ? null : (mergedReport(reports)?.importId ?? null)
      const report = await sentInTime(run, part, { importId, idempotencyKey: key })
      reports.push(report)
      key = crypto.randomUUID()
      if (isLast(report, isDryRun)) break
    }
  } catch (cause) {
    return { reports, failure: cause as Error, key }
  }
  return { reports, failure: null, key }
}
