/** Two steps on a phone: what happened, then who may know who wrote it. An open one can be kept as a draft. */

import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArrivedFile } from '../../data/document/file-upload.tsx'
import { useChange } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { FormProblems } from '../../parts/form-problems.tsx'
import { RadioChoice } from '../../parts/radio-choice.tsx'
import { type Typed, typed } from '../../parts/use-draft.ts'
import { useViewer } from '../../shell/viewer.ts'
import { Note } from '../../states/note.tsx'
import { utcDayShort, utcFull } from '../../text/instant.ts'
import { DAY_MS } from '../../text/spans.ts'
import { type Draft, inputOf, LABELS } from '../report-draft.ts'
import { ReportFields } from '../report-fields.tsx'
import type { Confidentiality } from '../report-words.ts'
import { useReportDraft } from '../use-report-draft.ts'
import { forgetText, keepText, keptText } from './kept-text.ts'
import { FilesField } from './own-files.tsx'
import { OWN_FLIGHTS, OWN_REPORTS, type OwnReport, REPORT_CHANGE, REPORT_SEND } from './queries.ts'

const DAYS_BACK = 30

const FlightField = (form: Typed<Draft>) => {
  const [interval] = useState(() => ({
    from: new Date(Date.now() - DAYS_BACK * DAY_MS).toISOString(),
    to: new Date(Date.now() + DAY_MS).toISOString(),
  }))
  const flights = useQuery(queryOf(OWN_FLIGHTS, { interval })).data?.myFlightList.nodeList ?? []
  return (
    <NativeSelect
      label={LABELS.flightId}
      description="It may stay empty."
      {...typed(form, 'flightId')}
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

const WhoMayKnow = ({ draft, change }: Omit<Typed<Draft>, 'problems'>) => (
  <fieldset className="subjects stack-tight">
    <legend className="field-legend">{LABELS.confidentiality}</legend>
    {CHOICES.map(({ value, name, about }) => (
      <RadioChoice
        key={value}
        name="confidentiality"
        isChosen={draft.confidentiality === value}
        about={about}
        onChoose={() => change({ confidentiality: value })}
      >
        {name}
      </RadioChoice>
    ))}
  </fieldset>
)

/** A draft that was kept has its writer's name. */
const OfDraft = () => (
  <Note icon="eye">
    A draft that was kept is open: your name, flight and time stand in the report. To report without your name, write a
    new one.
  </Note>
)

interface NewReportProps {
  /** The draft that is written on. */
  readonly kept: OwnReport | null
  /** Without the report where it is made at the next full hour. */
  readonly onDone: (safetyReportId: string | undefined) => void
  readonly onCancel: () => void
}

const writtenIn = ({ subject, title, occurredAt, flightId, narrative, legalType }: OwnReport): Draft => ({
  subject,
  title,
  occurredAt: utcFull(new Date(occurredAt)),
  flightId: flightId ?? '',
  airport: '',
  narrative,
  isMandatory: legalType === 'MANDATORY',
  confidentiality: 'OPEN',
})

/** Sends what is written, or keeps it as a draft. Nothing but one's own reports is read again (ADR 205). */
const useSending = (kept: OwnReport | null) => {
  const creation = useChange(REPORT_SEND, undefined, OWN_REPORTS)
  const change = useChange(REPORT_CHANGE, undefined, OWN_REPORTS)
  const send = async (draft: Draft, files: readonly ArrivedFile[], submit: boolean): Promise<string | undefined> => {
    const { confidentiality, ...text } = inputOf(draft)
    const input = { ...text, uploadIdList: files.map(({ uploadId }) => uploadId), submit }
    if (kept === null) {
      const { mySafetyReportCreate } = await creation.mutateAsync({ input: { ...input, confidentiality } })
      return mySafetyReportCreate.safetyReport?.safetyReportId
    }
    const { safetyReportId, version: expectedVersion } = kept
    const flightId = input.flightId ?? null
    await change.mutateAsync({ safetyReportId, expectedVersion, input: { ...input, flightId } })
    return safetyReportId
  }
  return { send, error: creation.error ?? change.error, isPending: creation.isPending || change.isPending }
}

export const NewReport = ({ kept, onDone, onCancel }: NewReportProps) => {
  const { userId } = useViewer()
  const [step, setStep] = useState<'what' | 'who'>('what')
  const [files, setFiles] = useState<readonly ArrivedFile[]>([])
  const [begun] = useState(() => (kept ? writtenIn(kept) : keptText(userId)))
  const { send, error, isPending } = useSending(kept)
  const { draft, problems, change, whenSent } = useReportDraft(error, begun)
  const write = (part: Partial<Draft>) => {
    change(part)
    if (!kept) keepText(userId, { ...draft, ...part })
  }
  const finish = async (submit: boolean) => {
    try {
      const safetyReportId = await send(draft, files, submit)
      if (!kept) forgetText()
      onDone(safetyReportId)
    } catch {
      // What is refused is wrong in the first step.
      setStep('what')
    }
  }
  const form = { draft, problems, change: write }
  return (
    <form className="form" onSubmit={whenSent(() => (step === 'what' ? setStep('who') : finish(true)))} noValidate>
      {step === 'what' ? (
        <>
          <ReportFields {...form} place={<FlightField {...form} />} />
          <FilesField files={files} onChange={setFiles} />
        </>
      ) : kept ? (
        <OfDraft />
      ) : (
        <>
          <WhoMayKnow draft={draft} change={write} />
          {draft.confidentiality !== 'OPEN' && (
            <p className="small muted">Until you send it, what you wrote stays in this tab and is kept nowhere else.</p>
          )}
        </>
      )}
      <FormProblems error={error} what="The report was not sent." labels={LABELS} />
      <div className="form-feet drawer-feet">
        <Button disabled={isPending} onClick={() => (step === 'who' ? setStep('what') : onCancel())}>
          {step === 'who' ? 'Back' : 'Cancel'}
        </Button>
        {step === 'who' && draft.confidentiality === 'OPEN' && (
          <Button disabled={isPending} onClick={() => finish(false)}>
            Keep as a draft
          </Button>
        )}
        <Button type="submit" variant="filled" loading={isPending}>
          {step === 'who' ? 'Send' : 'Next'}
        </Button>
      </div>
    </form>
  )
}
