/** What happened, what was found out and what the reporter is told: the safety office's own texts. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { typed, useDraft } from '../parts/use-draft.ts'
import { REPORT_UPDATE, type Report } from './queries.ts'
import { SUBJECT_WORDS, SUBJECTS } from './report-words.ts'

const LABELS = {
  title: 'In one line',
  subject: 'About',
  legalType: 'By law',
  narrative: 'What happened',
  investigation: 'What was found out',
  feedback: 'What the reporter is told at the end',
}

const draftOf = ({ title, subject, legalType, narrative, investigation, feedback }: Report) => ({
  title,
  subject,
  legalType,
  narrative: narrative ?? '',
  investigation: investigation ?? '',
  feedback: feedback ?? '',
})

const LONG = ['narrative', 'investigation', 'feedback'] as const

const Change = ({ report, onClose }: { readonly report: Report; readonly onClose: () => void }) => {
  const [before] = useState(() => draftOf(report))
  const update = useChange(REPORT_UPDATE)
  const { whenSent, ...form } = useDraft({ begin: () => before, error: update.error, labels: LABELS })
  const { draft } = form
  const { safetyReportId, version: expectedVersion } = report
  const save = () => {
    const changed = Object.entries(draft)
      .filter(([name, value]) => value !== before[name as keyof typeof before])
      .map(([name, value]) => [name, value.trim() === '' && name !== 'title' ? null : value])
    const input = Object.fromEntries(changed) as Partial<typeof draft>
    update.mutate({ safetyReportId, input, expectedVersion }, { onSuccess: onClose })
  }
  return (
    <form className="form" aria-label="Text of the report" onSubmit={whenSent(save)} noValidate>
      <TextInput label={LABELS.title} maxLength={200} {...typed(form, 'title')} />
      <div className="pair">
        <NativeSelect
          label={LABELS.subject}
          data={SUBJECTS.map((value) => ({ value, label: SUBJECT_WORDS[value] }))}
          {...typed(form, 'subject')}
        />
        <NativeSelect
          label={LABELS.legalType}
          data={[
            { value: 'VOLUNTARY', label: 'Voluntary' },
            { value: 'MANDATORY', label: 'Mandatory' },
          ]}
          {...typed(form, 'legalType')}
        />
      </div>
      {LONG.map((name) => (
        <Textarea key={name} label={LABELS[name]} autosize minRows={3} {...typed(form, name)} />
      ))}
      <FormProblems error={update.error} what="The text was not changed." labels={LABELS} />
      <FormFeet verb="Save the text" isBusy={update.isPending} onCancel={onClose} />
    </form>
  )
}

interface ReportTextProps {
  readonly report: Report
  readonly mayChange: boolean
}

export const ReportText = ({ report, mayChange }: ReportTextProps) => {
  const [isChanging, setChanging] = useState(false)
  const { narrative, investigation, feedback } = report
  if (isChanging) {
    return (
      <Section title="What happened" aside="as the safety office writes it">
        <Change report={report} onClose={() => setChanging(false)} />
      </Section>
    )
  }
  return (
    <>
      <Section title="What happened">
        <p className="as-written">{narrative ?? <span className="muted">Nothing is written.</span>}</p>
        {mayChange && (
          <Button size="xs" onClick={() => setChanging(true)}>
            Change the text
          </Button>
        )}
      </Section>
      {investigation !== null && (
        <Section title="What was found out">
          <p className="as-written">{investigation}</p>
        </Section>
      )}
      {feedback !== null && (
        <Section title="What the reporter is told">
          <p className="as-written">{feedback}</p>
        </Section>
      )}
    </>
  )
}
