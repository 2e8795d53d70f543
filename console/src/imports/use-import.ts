/**
 * Checks and writes a file part by part. A part whose answer was lost is sent again under its key, so that it is written
 * once; what was written before it stays, and can be undone as one import. A newer check takes the place of an older
 * one, whose answer then counts no more; nothing begins beside a write.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readAgain } from '../graph/change.ts'
import { asGraphFailure } from '../graph/failure.ts'
import { mergedReport } from './merged-report.ts'
import type { ImportKind, ImportReport } from './queries.ts'
import { type Chosen, type Progress, type Run, sendParts } from './send-parts.ts'

interface Answered {
  readonly chosen: Chosen
  /** Of its parts, as far as they were answered. */
  readonly reports: readonly ImportReport[]
  readonly isDryRun: boolean
}

interface State {
  /** What was last asked to be checked. */
  readonly asked: Chosen | null
  /** What the page shows; of an older choice than `asked` until that one's check is answered. */
  readonly answered: Answered | null
  readonly progress: Progress | null
  /** Of a part that was sent to be written and not answered. */
  readonly unansweredKey: string | null
  readonly error: Error | null
}

const NOTHING: State = { asked: null, answered: null, progress: null, unansweredKey: null, error: null }

type Started = Pick<Run, 'chosen' | 'isDryRun' | 'from' | 'key'>

const afterRun = (before: State, { chosen, isDryRun }: Started, end: Awaited<ReturnType<typeof sendParts>>): State => {
  const { reports, failure, key } = end
  // Of a check, the whole counts: no line is written that was not checked.
  const isAnswer = isDryRun ? failure === null : reports.length > 0
  // A refusal of the first part is an answer: nothing of it was written, and nothing waits to be sent again.
  const isRefused = failure !== null && ['refused', 'forbidden'].includes(asGraphFailure(failure).kind)
  const isUnanswered = !isDryRun && failure !== null && (!isRefused || reports.length > 0)
  return {
    ...before,
    answered: isAnswer ? { chosen, reports, isDryRun } : before.answered,
    progress: null,
    unansweredKey: isUnanswered ? key : null,
    error: failure,
  }
}

/** True where some lines of the file were written, or could have been, and others not. */
const isHalf = ({ chosen, reports, isDryRun }: Answered): boolean =>
  !isDryRun && (reports.length < chosen.parts.length || reports.some(({ problemCount }) => problemCount > 0))

export const useImport = (kind: ImportKind) => {
  const queries = useQueryClient()
  const [state, setState] = useState(NOTHING)
  const latestRun = useRef(0)
  const isWriting = useRef(false)
  // With the page a write ends too, after the part that is on its way.
  useEffect(() => () => void latestRun.current++, [])

  const start = async (started: Started) => {
    if (isWriting.current) return
    isWriting.current = !started.isDryRun
    const number = ++latestRun.current
    const isOver = () => latestRun.current !== number
    const onProgress = (progress: Progress) =>
      setState((before) => ({ ...before, asked: started.chosen, progress, unansweredKey: null, error: null }))
    const end = await sendParts({ kind, ...started, onProgress, isOver })
    if (!started.isDryRun) readAgain(queries)
    if (isOver()) return
    isWriting.current = false
    setState((before) => afterRun(before, started, end))
  }

  const { asked, answered, progress, unansweredKey, error } = state
  const isWritten = answered?.isDryRun === false
  const isUpToDate = answered !== null && answered.chosen === asked
  const write = () => {
    if (!isUpToDate) return
    const from = isWritten ? answered.reports : []
    start({ chosen: answered.chosen, isDryRun: false, from, key: unansweredKey ?? crypto.randomUUID() })
  }
  const merged = answered && mergedReport(answered.reports)
  return {
    chosen: asked,
    report: merged && { ...merged, isDryRun: answered.isDryRun },
    progress,
    error,
    /** False where the report is of an older choice than the one on the page. */
    isUpToDate,
    isHalfWritten: answered !== null && isHalf(answered),
    /** True while lines are written, and where it is not known whether they were. */
    isUnfinished: progress?.isDryRun === false || unansweredKey !== null,
    check: (chosen: Chosen) => start({ chosen, isDryRun: true, from: [], key: crypto.randomUUID() }),
    write,
    /** Null where nothing is left to send. */
    goOn: isWritten && unansweredKey !== null ? write : null,
    clear: () => {
      if (isWriting.current) return
      latestRun.current++
      setState(NOTHING)
    },
  }
}
