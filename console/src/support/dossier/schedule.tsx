/** Sets or moves the time of a demo: one of those that the provider offered, or another. */

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Moment } from '../../parts/moment.tsx'
import { RadioChoice } from '../../parts/radio-choice.tsx'
import { type DemoTime, DemoTimeField } from '../../platform/demo-time-field.tsx'
import { demoMoment } from '../../platform/demo-times.ts'
import { localTime } from '../../text/instant.ts'
import { DEMO_SCHEDULE, type Dossier } from './queries.ts'
import { seenOf } from './seen.ts'

const ANOTHER = 'another'

interface OfferedTimesProps {
  readonly dossier: Dossier
  readonly chosen: string
  readonly onChoose: (time: string) => void
}

const OfferedTimes = ({ dossier: { demo }, chosen, onChoose }: OfferedTimesProps) => (
  <fieldset className="stack-tight">
    <legend className="field-legend">
      Offered{' '}
      <span className="small muted">
        by {demo?.attendees}, {demo?.timeZone}
      </span>
    </legend>
    {demo?.timeList.map((offered) => (
      <RadioChoice
        key={offered}
        name="time"
        isChosen={chosen === offered}
        about={localTime(new Date(offered))}
        onChoose={() => onChoose(offered)}
      >
        <Moment at={offered} as="weekday" />
      </RadioChoice>
    ))}
    <RadioChoice name="time" isChosen={chosen === ANOTHER} onChoose={() => onChoose(ANOTHER)}>
      Another time
    </RadioChoice>
  </fieldset>
)

/** The fields of the step, and what it sends. */
export const useSchedule = (dossier: Dossier) => {
  const [chosen, setChosen] = useState<string>(dossier.demo?.timeList[0] ?? ANOTHER)
  const [other, setOther] = useState<DemoTime>({ day: '', hour: '10:00' })
  const [link, setLink] = useState('')
  const change = useChange(DEMO_SCHEDULE)
  const problems = problemsByField(change.error)
  const at = () => (chosen === ANOTHER ? demoMoment(other.day, other.hour) : chosen)
  return {
    change,
    fields: ['at', 'link'],
    onSubmit: (note: string, done: () => void) =>
      change.mutate({ ...seenOf(dossier), at: at(), link, note }, { onSuccess: done }),
    children: (
      <>
        <OfferedTimes dossier={dossier} chosen={chosen} onChoose={setChosen} />
        {chosen === ANOTHER && <DemoTimeField label="Day" value={other} error={problems.at} onChange={setOther} />}
        {chosen !== ANOTHER && problems.at !== undefined && <p className="small bad">{problems.at}</p>}
        <TextInput
          label="Link"
          type="url"
          required
          withAsterisk={false}
          value={link}
          error={problems.link}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
      </>
    ),
  }
}
