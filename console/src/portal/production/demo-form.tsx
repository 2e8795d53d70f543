/** Asks for the demo: three times in the reader's own zone, who comes, a note. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Panel } from '../../parts/panel.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { DEMO_REQUEST } from './queries.ts'

const CHOICES = ['First choice', 'Second choice', 'Third choice'] as const

/** The field's value is in the reader's own time; the graph takes UTC in whole seconds. */
const inUtc = (local: string): string => `${new Date(local).toISOString().slice(0, 19)}Z`

export const DemoForm = ({ clientId }: { readonly clientId: string }) => {
  const [times, setTimes] = useState<readonly string[]>(['', '', ''])
  const [attendees, setAttendees] = useState('')
  const [note, setNote] = useState('')
  const request = useChange(DEMO_REQUEST)
  const problems = problemsByField(request.error)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    request.mutate({ clientId, input: { timeList: times.map(inUtc), timeZone, attendees, note } })
  }
  return (
    <Panel title="Ask for a demo" hint="45 minutes, by video">
      <form className="form panel-body" onSubmit={submit}>
        {CHOICES.map((label, index) => (
          <TextInput
            key={label}
            label={label}
            type="datetime-local"
            required
            withAsterisk={false}
            value={times[index] ?? ''}
            error={index === 0 ? problems.timeList : undefined}
            onChange={(event) => setTimes(times.with(index, event.currentTarget.value))}
          />
        ))}
        <p className="small muted">In your time zone, {timeZone}.</p>
        <TextInput
          label="Who comes"
          required
          withAsterisk={false}
          value={attendees}
          error={problems.attendees}
          onChange={(event) => setAttendees(event.currentTarget.value)}
        />
        <Textarea
          label="Note"
          rows={3}
          maxLength={1000}
          value={note}
          error={problems.note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {request.isError && (
          <FailureNote error={request.error} what="Nothing was asked for." fields={['timeList', 'attendees', 'note']} />
        )}
        <div className="form-feet">
          <Button type="submit" variant="filled" loading={request.isPending}>
            Ask for the demo
          </Button>
        </div>
      </form>
    </Panel>
  )
}
