/** A report that is being written. */
import { useDraft } from '../parts/use-draft.ts'
import { utcFull } from '../text/instant.ts'
import { HOUR_MS } from '../text/spans.ts'
import { type Draft, draftProblems, emptyDraft, LABELS } from './report-draft.ts'

/** The hour that runs, whole: one who leaves what was proposed does not tell the minute in which they wrote. */
const thisHour = (): string => utcFull(new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS))

export const useReportDraft = (error: Error | null, begun: Draft | null = null) =>
  useDraft({ begin: () => begun ?? emptyDraft(thisHour()), problemsOf: draftProblems, error, labels: LABELS })
