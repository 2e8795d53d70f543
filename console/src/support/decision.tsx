/** What staff can do next with an application: each step with a reason, on what they see now. */
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { counted } from '../text/count.ts'
import { DECIDE, DEMO_POSTPONE, DEMO_SCHEDULE, type Dossier, PHONE_ALLOW, RESUME, SUSPEND } from './queries.ts'

const seenOf = ({ clientId, transitionList }: Dossier) => ({
  clientId,
  seenPosition: transitionList.at(-1)?.position ?? 0,
})

interface StepFormProps {
  readonly title: string
  readonly verb: string
  readonly isDangerous?: boolean
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (reason: string) => void
  readonly children?: ReactNode
}

const StepForm = ({ title, verb, isDangerous = false, isBusy, error, onSubmit, children }: StepFormProps) => {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(reason)
  }
  return (
    <Panel title={title}>
      <form className="form panel-body" onSubmit={submit}>
        {children}
        <Textarea
          label="Reason, shown to the provider"
          rows={3}
          required
          withAsterisk={false}
          maxLength={1000}
          value={reason}
          error={problemsByField(error).reason ?? problemsByField(error).note}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {error != null && <FailureNote error={error} what="Nothing was recorded." fields={['reason', 'note']} />}
        <div className="form-feet">
          <Button type="submit" variant="filled" {...(isDangerous ? { color: 'red' } : {})} loading={isBusy}>
            {verb}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const inUtc = (local: string): string => `${new Date(local).toISOString().slice(0, 19)}Z`

const Schedule = ({ dossier }: { readonly dossier: Dossier }) => {
  const [time, setTime] = useState('')
  const [link, setLink] = useState('')
  const change = useChange(DEMO_SCHEDULE)
  const problems = problemsByField(change.error)
  const isMove = dossier.mode === 'demo-scheduled'
  return (
    <StepForm
      title={isMove ? 'Move the demo' : 'Schedule the demo'}
      verb={isMove ? 'Move and send' : 'Schedule and send'}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(note) => change.mutate({ ...seenOf(dossier), at: inUtc(time), link, note })}
    >
      {dossier.demo && (
        <p className="small">
          Offered:{' '}
          {dossier.demo.timeList.map((offered, index) => (
            <span key={offered}>
              {index > 0 && ', '}
              <Moment at={offered} as="full" />
            </span>
          ))}
          . {dossier.demo.attendees}, {dossier.demo.timeZone}.
        </p>
      )}
      <TextInput
        label="Time"
        type="datetime-local"
        required
        withAsterisk={false}
        value={time}
        error={problems.at}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <TextInput
        label="Link"
        type="url"
        required
        withAsterisk={false}
        value={link}
        error={problems.link}
        onChange={(event) => setLink(event.currentTarget.value)}
      />
    </StepForm>
  )
}

/** What staff see for themselves in the demo; the measured lines stand in the evidence. */
const SEEN_IN_DEMO = ['Refuses a wrong state', 'Honours Retry-After', 'Demo held with a real operator’s case']

const Decide = ({ dossier }: { readonly dossier: Dossier }) => {
  const measured = dossier.evidenceList.map(({ label, isMet }) => ({ text: label, isMet }))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isApproved, setApproved] = useState(true)
  const change = useChange(DECIDE)
  const requirementList = [...measured, ...SEEN_IN_DEMO.map((text) => ({ text, isMet: ticked.has(text) }))]
  return (
    <StepForm
      title="Decision"
      verb={isApproved ? 'Move to production' : 'Send back'}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate({ ...seenOf(dossier), isApproved, requirementList, reason })}
    >
      <fieldset className="stack-tight">
        <legend className="field-legend">Seen in the demo</legend>
        {SEEN_IN_DEMO.map((text) => (
          <Checkbox
            key={text}
            size="xs"
            label={text}
            checked={ticked.has(text)}
            onChange={() => setTicked(ticked.symmetricDifference(new Set([text])))}
          />
        ))}
      </fieldset>
      <fieldset className="stack-tight">
        <legend className="field-legend">Next</legend>
        {[true, false].map((choice) => (
          <label key={String(choice)} className="row">
            <input type="radio" name="next" checked={isApproved === choice} onChange={() => setApproved(choice)} />
            {choice ? 'Production: every operator can connect it' : 'Back to the test environment'}
          </label>
        ))}
      </fieldset>
    </StepForm>
  )
}

const Postpone = ({ dossier }: { readonly dossier: Dossier }) => {
  const change = useChange(DEMO_POSTPONE)
  return (
    <StepForm
      title="Put on hold"
      verb="Put on hold"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate({ ...seenOf(dossier), reason })}
    />
  )
}

const Suspension = ({ dossier }: { readonly dossier: Dossier }) => {
  const isSuspended = dossier.mode === 'suspended'
  const suspension = useChange(SUSPEND)
  const resumption = useChange(RESUME)
  const change = isSuspended ? resumption : suspension
  const { operatorNameList, accessTokens, refreshTokens } = dossier.whatStops
  return (
    <StepForm
      title={isSuspended ? 'Resume' : 'Suspend'}
      verb={isSuspended ? 'Resume' : 'Suspend now'}
      isDangerous={!isSuspended}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate({ ...seenOf(dossier), reason })}
    >
      <p className="small">
        {isSuspended ? 'It returns to the mode before.' : 'Stops at once:'}{' '}
        {!isSuspended &&
          `${counted(operatorNameList.length, 'operator')}${operatorNameList.length > 0 ? ` (${operatorNameList.join(', ')})` : ''}, ${counted(accessTokens, 'access token')} for good, ${counted(refreshTokens, 'refresh token')} until it resumes.`}
      </p>
    </StepForm>
  )
}

const PhoneNumber = ({ dossier }: { readonly dossier: Dossier }) => {
  const change = useChange(PHONE_ALLOW)
  const { phoneChange, clientId } = dossier
  if (!phoneChange || phoneChange.allowedAt !== null) return null
  return (
    <StepForm
      title="Phone number lost"
      verb="Allow the new number"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(reason) => change.mutate({ clientId, phoneNumber: phoneChange.phoneNumber, reason })}
    >
      <p>
        New: {phoneChange.phoneNumber}. “{phoneChange.note}”
      </p>
    </StepForm>
  )
}

export const Decision = ({ dossier }: { readonly dossier: Dossier }) => (
  <>
    <PhoneNumber dossier={dossier} />
    {(dossier.mode === 'demo-requested' || dossier.mode === 'demo-scheduled') && <Schedule dossier={dossier} />}
    {dossier.mode === 'demo-scheduled' && <Decide dossier={dossier} />}
    {dossier.mode === 'demo-scheduled' && <Postpone dossier={dossier} />}
    <Suspension dossier={dossier} />
  </>
)
