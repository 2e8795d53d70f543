/** The fields of a report that is being written, for a reporter and for the safety office. */
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Typed, typed } from '../parts/use-draft.ts'
import { type Draft, LABELS } from './report-draft.ts'
import { SUBJECT_WORDS, SUBJECTS } from './report-words.ts'
import './report-fields.css'

interface ReportFieldsProps extends Typed<Draft> {
  /** What it happened at: a flight of one's own, or an airport. */
  readonly place: ReactNode
}

export const ReportFields = ({ place, ...form }: ReportFieldsProps) => (
  <>
    <fieldset className="subjects">
      <legend className="field-legend">{LABELS.subject}</legend>
      <div className="subject-list">
        {SUBJECTS.map((subject) => (
          <label key={subject} className="subject">
            <input
              type="radio"
              name="subject"
              checked={form.draft.subject === subject}
              onChange={() => form.change({ subject })}
            />
            {SUBJECT_WORDS[subject]}
          </label>
        ))}
      </div>
    </fieldset>
    <TextInput label={LABELS.title} maxLength={200} autoComplete="off" {...typed(form, 'title')} />
    <TextInput
      label={LABELS.occurredAt}
      placeholder="12 Nov 2026 09:40Z"
      autoComplete="off"
      {...typed(form, 'occurredAt')}
    />
    {place}
    <Textarea label={LABELS.narrative} autosize minRows={5} maxLength={20_000} {...typed(form, 'narrative')} />
    <Checkbox
      label="Must be reported by law"
      description="If you know; the safety office checks."
      checked={form.draft.isMandatory}
      onChange={(event) => form.change({ isMandatory: event.currentTarget.checked })}
    />
  </>
)
