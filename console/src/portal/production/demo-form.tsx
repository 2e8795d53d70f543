/** Asks for the demo: three times in the reader's own zone, who comes, a note. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { Panel } from '../../parts/panel.tsx'
import { typed, useDraft } from '../../parts/use-draft.ts'
import { type DemoTime, DemoTimeField } from '../../platform/demo-time-field.tsx'
import { demoMoment } from '../../platform/demo-times.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import { DEMO_REQUEST } from './queries.ts'

const CHOICES = ['First choice', 'Second choice', 'Third choice'] as const

const NONE: DemoTime = { day: '', hour: '10:00' }

export const DemoForm = ({ clientId }: { readonly clientId: string }) => {
  const [times, setTimes] = useState<readonly DemoTime[]>([NONE, NONE, NONE])
  const request = useChange(DEMO_REQUEST)
  const { whenSent, ...form } = useDraft({ begin: () => ({ attendees: '', note: '' }), error: request.error })
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const ask = () =>
    request.mutate({
      clientId,
      input: { timeList: times.map(({ day, hour }) => demoMoment(day, hour)), timeZone, ...form.draft },
    })
  return (
    <Panel title="Next: ask for a demo" hint="45 minutes, by video">
      <form className="form panel-body" onSubmit={whenSent(ask)}>
        {CHOICES.map((label, index) => (
          <DemoTimeField
            key={label}
            label={label}
            value={times[index] ?? NONE}
            error={index === 0 ? form.problems.timeList : undefined}
            onChange={(time) => setTimes(times.with(index, time))}
          />
        ))}
        <p className="small muted">In your time zone, {timeZone}. Support picks one of the three.</p>
        <TextInput label="Who comes" required withAsterisk={false} {...typed(form, 'attendees')} />
        <Textarea label="Note" rows={3} maxLength={1000} {...typed(form, 'note')} />
        <FailureNote error={request.error} what="Nothing was asked for." fields={['timeList', 'attendees', 'note']} />
        <div className="form-feet">
          <Button type="submit" variant="filled" loading={request.isPending}>
            Ask for the demo
          </Button>
        </div>
      </form>
    </Panel>
  )
}
