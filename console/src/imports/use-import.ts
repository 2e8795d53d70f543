/**
 * Checks and writes a file part by part. A part whose answer was lost is sent again under its key, so that it is written
 * once; what was written before it stays, and can be undone as one import.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { carryOut } from '../graph/change.ts'
import type { ChosenFile } from './file-choice.tsx'
import { type FilePart, lineCountOf } from './file-parts.ts'
import { inFile, mergedReport } from './merged-report.ts'
import { IMPORT, type ImportKind, type ImportReport } from './queries.ts'

export interface Chosen {
  readonly file: ChosenFile
  readonly parts: readonly FilePart[]
  readonly system: string
  /** Fields that were chosen by hand, by the column's place from 1; null leaves it out. */
  readonly columns: ReadonlyMap<number, string | null>
  readonly leftOut: ReadonlySet<number>
}

export interface Progress {
  readonly isDryRun: boolean
  readonly done: number
  readonly all: number
}

interface Answered {
  readonly chosen: Chosen
  /** Of its parts, as far as they were answered. */
  readonly reports: readonly ImportReport[]
  readonly isDryRun: boolean
}

/** Where a write goes on after a lost answer. */
interface Unsent {
  readonly next: number
  readonly key: string
}

const sent = async (kind: ImportKind, chosen: Chosen, part: FilePart, more: SentWith): Promise<ImportReport> => {
  const { file, system, columns, leftOut } = chosen
  const { recordsImport } = await carryOut(IMPORT, {
    kind,
    text: part.text,
    fileName: file.name,
    system: system === '' ? null : system,
    columnChoiceList: [...columns].map(([place, column]) => ({ place, column })),
    leftOutLineList: [...leftOut].map((line) => line - part.offset).filter((line) => line > 0),
    ...more,
  })
  if (!recordsImport.report) throw new Error('The import was answered without a report')
  return inFile(recordsImport.report, part)
}

interface SentWith {
  readonly isDryRun: boolean
  readonly importId: string | null
  readonly idempotencyKey: string
}

export const useImport = (kind: ImportKind) => {
  const queries = useQueryClient()
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const [error, setError] = useState<Error | null>(null)

  const isWriting = progress?.isDryRun === false
  useEffect(() => {
    if (!isWriting) return
    // Closing the tab would leave the rest of the file unwritten: the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWriting])

  const run = async (chosen: Chosen, isDryRun: boolean, from: readonly ImportReport[], firstKey: string) => {
    const all = lineCountOf(chosen.parts)
    const reports = [...from]
    let key = firstKey
    setError(null)
    setUnsent(null)
    try {
      for (const part of chosen.parts.slice(from.length)) {
        setProgress({ isDryRun, done: lineCountOf(chosen.parts.slice(0, reports.length)), all })
        const importId = isDryRun ? null : (mergedReport(reports)?.importId ?? null)
        const report = await sent(kind, chosen, part, { isDryRun, importId, idempotencyKey: key })
        reports.push(report)
        key = crypto.randomUUID()
        // A wrong header is wrong in every part, and a part that is refused ends what is written.
        if (report.problemCount > 0 && (!isDryRun || report.lineCount === 0)) break
      }
    } catch (cause) {
      setError(cause as Error)
      if (!isDryRun) setUnsent({ next: reports.length, key })
    }
    if (reports.length > 0) setAnswered({ chosen, reports, isDryRun })
    setProgress(null)
    if (!isDryRun) await queries.invalidateQueries({ refetchType: 'all' })
  }

  const report = answered && mergedReport(answered.reports)
  return {
    chosen: answered?.chosen ?? null,
    report: report && { ...report, isDryRun: answered.isDryRun },
    progress,
    error,
    /** True where lines of the file were written and others not. */
    isHalfWritten:
      answered?.isDryRun === false &&
      (answered.reports.length < answered.chosen.parts.length || (report?.problemCount ?? 0) > 0),
    check: (chosen: Chosen) => run(chosen, true, [], crypto.randomUUID()),
    write: () => answered && run(answered.chosen, false, [], crypto.randomUUID()),
    goOn:
      unsent && answered
        ? () => run(answered.chosen, false, unsent.next === 0 ? [] : answered.reports, unsent.key)
        : null,
    clear: () => {
      setAnswered(null)
      setError(null)
      setUnsent(null)
    },
  }
}
