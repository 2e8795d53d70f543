/** The fields of a report that is being written, for a reporter and for the safety office. */
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Draft, LABELS } from './report-draft.ts'
import { SUBJECT_WORDS, SUBJECTS } from './report-words.ts'
import './report-fields.css'

export interface ReportFieldsProps {
  readonly draft: Draft
  readonly problems: Readonly<Record<string, string>>
  readonly change: (part: Partial<Draft>) => void
  /** What it happened at: a flight of one's own, or an airport. */
  readonly place: ReactNode
}

export const ReportFields = ({ draft, problems, change, place }: ReportFieldsProps) => (
  <>
    <fieldset className="subjects">
      <legend className="field-legend">{LABELS.subject}</legend>
      <div className="subject-list">
        {SUBJECTS.map((subject) => (
          <label key={subject} className="subject">
            <input
              type="radio"
              name="subject"
              checked={draft.subject === subject}
              onChange={() => change({ subject })}
            />
            {SUBJECT_WORDS[subject]}
          </label>
        ))}
      </div>
    </fieldset>
    <TextInput
      name="title"
      label={LABELS.title}
      maxLength={200}
      autoComplete="off"
      value={draft.title}
      error={problems.title}
      onChange={(event) => change({ title: event.currentTarget.value })}
    />
    <TextInput
      name="occurredAt"
      label={LABELS.occurredAt}
      placeholder="12 Nov 2026 09:40Z"
      autoComplete="off"
      value={draft.occurredAt}
      error={problems.occurredAt}
      onChange={(event) => change({ occurredAt: event.currentTarget.value })}
    />
    {place}
    <Textarea
      name="narrative"
      label={LABELS.narrative}
      autosize
      minRows={5}
      maxLength={20_000}
      value={draft.narrative}
      error={problems.narrative}
      onChange={(event) => change({ narrative: event.currentTarget.value })}
    />
    <Checkbox
      label="Must be reported by law"
      description="If you know; the safety office checks."
      checked={draft.isMandatory}
      onChange={(event) => change({ isMandatory: event.currentTarget.checked })}
    />
  </>
)
