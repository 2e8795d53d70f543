/** A report that came from outside, by phone or by letter: the safety office enters it, and nobody here is its reporter. */
import { AirportFilter } from '../data/airport-filter.tsx'
import { useChange } from '../graph/change.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { Note } from '../states/note.tsx'
import { REPORT_ENTER } from './queries.ts'
import { inputOf, LABELS } from './report-draft.ts'
import { ReportFields } from './report-fields.tsx'
import { useReportDraft } from './use-report-draft.ts'

interface EnterReportProps {
  readonly onDone: (safetyReportId: string | undefined) => void
  readonly onCancel: () => void
}

export const EnterReport = ({ onDone, onCancel }: EnterReportProps) => {
  const creation = useChange(REPORT_ENTER)
  const { whenSent, ...form } = useReportDraft(creation.error)
  const { draft, problems, change } = form
  const enter = () =>
    creation.mutate(
      { input: inputOf(draft) },
      { onSuccess: ({ safetyReportCreate: made }) => onDone(made.safetyReport?.safetyReportId) },
    )
  return (
    <form className="form" onSubmit={whenSent(enter)} noValidate>
      <Note icon="phone">
        For what came from outside: it names nobody here. Your own reports stand under My reports.
      </Note>
      <ReportFields
        {...form}
        place={
          <AirportFilter
            name="airport"
            label={LABELS.airport}
            value={draft.airport || undefined}
            error={problems.airport}
            onChange={(airport) => change({ airport: airport ?? '' })}
          />
        }
      />
      <FormProblems error={creation.error} what="No report was made." labels={LABELS} />
      <FormFeet verb="Enter the report" isBusy={creation.isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}
