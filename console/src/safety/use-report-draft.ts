import { useState } from 'react'
import { problemsByField } from '../graph/problems.ts'
import { utcFull } from '../text/instant.ts'
import { type Draft, draftProblems, emptyDraft, LABELS } from './report-draft.ts'

const HOUR_MS = 3_600_000

/** The hour that runs, whole: one who leaves what was proposed does not tell the minute in which they wrote. */
const thisHour = (): string => utcFull(new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS))

/** A report that is being written: what is wrong with it is said once it was tried to send it. */
export const useReportDraft = (refused: Error | null, begun: Draft | null = null) => {
  const [draft, setDraft] = useState(() => begun ?? emptyDraft(thisHour()))
  const [isTried, setTried] = useState(false)
  const own = draftProblems(draft)
  const problems: Readonly<Record<string, string>> = { ...problemsByField(refused, LABELS), ...(isTried ? own : {}) }
  return {
    draft,
    problems,
    change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    /** Whether it can be sent. */
    tried: (): boolean => {
      setTried(true)
      return Object.keys(own).length === 0
    },
  }
}
