/** Two steps on a phone: what happened, then who may know who wrote it. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { FormProblems } from '../../parts/form-problems.tsx'
import { utcDayShort } from '../../text/instant.ts'
import { DAY_MS } from '../../text/spans.ts'
import { type Draft, inputOf, LABELS } from '../report-draft.ts'
import { ReportFields } from '../report-fields.tsx'
import type { Confidentiality } from '../report-words.ts'
import { useReportDraft } from '../use-report-draft.ts'
import { OWN_FLIGHTS, OWN_REPORTS, REPORT_SEND } from './queries.ts'
import '../../parts/choice.css'

const DAYS_BACK = 30

const FlightField = ({ draft, problems, change }: Pick<StepProps, 'draft' | 'problems' | 'change'>) => {
  const [interval] = useState(() => ({
    from: new Date(Date.now() - DAYS_BACK * DAY_MS).toISOString(),
    to: new Date(Date.now() + DAY_MS).toISOString(),
  }))
  const flights = useQuery(queryOf(OWN_FLIGHTS, { interval })).data?.myFlightList.nodeList ?? []
  return (
    <NativeSelect
      name="flightId"
      label={LABELS.flightId}
      description="It may stay empty."
      value={draft.flightId}
      error={problems.flightId}
      onChange={(event) => change({ flightId: event.currentTarget.value })}
      data={[
        { value: '', label: flights.length === 0 ? `None of yours in the last ${DAYS_BACK} days` : 'None' },
        ...flights.map(({ flightId, flightNo, adepICAO, arrivalICAO, schedule }) => ({
          value: flightId,
          label: `${flightNo}, ${adepICAO} to ${arrivalICAO}, ${utcDayShort(new Date(schedule.offBlock))}`,
        })),
      ]}
    />
  )
}

const CHOICES: readonly { readonly value: Confidentiality; readonly name: string; readonly about: string }[] = [
  { value: 'OPEN', name: 'Open', about: 'Your name, flight and time stand in the report.' },
  {
    value: 'CONFIDENTIAL',
    name: 'Confidential',
    about:
      'Only the safety office can learn that it was you, and each time it looks is written down. It gets the report at the next full hour, and you find it here then.',
  },
  {
    value: 'ANONYMOUS',
    name: 'Anonymous',
    about: 'Nobody can learn that it was you: it is not kept. You cannot follow it here, and nobody can ask you.',
  },
]

interface StepProps {
  readonly draft: Draft
  readonly problems: Readonly<Record<string, string>>
  readonly change: (part: Partial<Draft>) => void
}

const WhoMayKnow = ({ draft, change }: Omit<StepProps, 'problems'>) => (
  <fieldset className="subjects stack-tight">
    <legend className="field-legend">{LABELS.confidentiality}</legend>
    {CHOICES.map(({ value, name, about }) => (
      <label key={value} className="choice">
        <input
          type="radio"
          name="confidentiality"
          checked={draft.confidentiality === value}
          onChange={() => change({ confidentiality: value })}
        />
        <span className="two-lines">
          <b>{name}</b>
          <span className="small muted">{about}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

interface NewReportProps {
  /** Without the report where it is made at the next full hour. */
  readonly onDone: (safetyReportId: string | undefined) => void
  readonly onCancel: () => void
}

export const NewReport = ({ onDone, onCancel }: NewReportProps) => {
  const [step, setStep] = useState<'what' | 'who'>('what')
  // Nothing else is read again: it would be logged with its reader, beside a request that leaves no trace.
  const creation = useChange(REPORT_SEND, undefined, OWN_REPORTS)
  const { draft, problems, change, tried } = useReportDraft(creation.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!tried()) return
    if (step === 'what') return setStep('who')
    creation.mutate(
      { input: inputOf(draft) },
      {
        onSuccess: ({ mySafetyReportCreate: made }) => onDone(made.safetyReport?.safetyReportId),
        // What is refused is wrong in the first step.
        onError: () => setStep('what'),
      },
    )
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      {step === 'what' ? (
        <ReportFields
          draft={draft}
          problems={problems}
          change={change}
          place={<FlightField draft={draft} problems={problems} change={change} />}
        />
      ) : (
        <WhoMayKnow draft={draft} change={change} />
      )}
      {creation.isError && <FormProblems error={creation.error} what="The report was not sent." labels={LABELS} />}
      <div className="form-feet drawer-feet">
        <Button disabled={creation.isPending} onClick={() => (step === 'who' ? setStep('what') : onCancel())}>
          {step === 'who' ? 'Back' : 'Cancel'}
        </Button>
        <Button type="submit" variant="filled" loading={creation.isPending}>
          {step === 'who' ? 'Send' : 'Next'}
        </Button>
      </div>
    </form>
  )
}
