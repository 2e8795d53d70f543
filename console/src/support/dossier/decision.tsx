/** What staff can do next with an application: each step with a reason, on what they see now. */
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../states/note.tsx'
import { useStaffRole } from '../role.ts'
import { StepDialog, StepForm } from '../step-form.tsx'
import { StopList } from '../stop-list.tsx'
import { DECIDE, DEMO_POSTPONE, DEMO_SCHEDULE, type Dossier, PHONE_ALLOW, RESUME, SUSPEND } from './queries.ts'
import '../../platform/choice.css'
import '../support.css'

const seenOf = ({ clientId, transitionList }: Dossier) => ({
  clientId,
  seenPosition: transitionList.at(-1)?.position ?? 0,
})

/** What was seen when the form was opened. What arrives later counts as seen once somebody says so. */
const useSeenDigest = ({ shownDigest }: Dossier) => {
  const [seenDigest, setSeen] = useState(shownDigest)
  const queries = useQueryClient()
  return {
    seenDigest,
    isChanged: seenDigest !== shownDigest,
    lookedAgain: () => setSeen(shownDigest),
    readAgain: () => queries.invalidateQueries(),
  }
}

const ChangedMeanwhile = ({ onLooked }: { readonly onLooked: () => void }) => (
  <Note
    tone="attention"
    icon="alert"
    action={
      <Button size="xs" onClick={onLooked}>
        I have looked at it
      </Button>
    }
  >
    Registration, evidence or messages changed while this was open. Look at them again before you decide.
  </Note>
)

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
      fields={['at', 'link']}
      onSubmit={(note, done) => change.mutate({ ...seenOf(dossier), at: inUtc(time), link, note }, { onSuccess: done })}
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
const SEEN_IN_DEMO = ['Refuses a wrong state', 'Honours Retry-After', 'Shows a real operator’s case']

/** Nothing goes to production before the demo: its time has passed, and a member of staff says that it was held. */
const DemoHeld = ({ dossier, isHeld, problem, onChange }: DemoHeldProps) => {
  const demoAt = dossier.demo?.demoAt ?? null
  const isOver = demoAt !== null && new Date(demoAt) <= new Date()
  return (
    <>
      <Checkbox
        size="xs"
        label="The demo was held"
        checked={isHeld}
        disabled={!isOver}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className="small muted">
        {demoAt === null ? (
          'No time is set: the application can only be sent back.'
        ) : (
          <>
            <Moment at={demoAt} as="full" />
            {!isOver && ': it can go to production once the demo was held'}
          </>
        )}
      </p>
    </>
  )
}

interface DemoHeldProps {
  readonly dossier: Dossier
  readonly isHeld: boolean
  readonly problem: string | undefined
  readonly onChange: (isHeld: boolean) => void
}

const Decide = ({ dossier }: { readonly dossier: Dossier }) => {
  const measured = dossier.evidenceList.map(({ label, isMet }) => ({ text: label, isMet }))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isDemoHeld, setHeld] = useState(false)
  const [isApproved, setApproved] = useState(true)
  const { seenDigest, isChanged, lookedAgain, readAgain } = useSeenDigest(dossier)
  const change = useChange(DECIDE)
  const requirementList = [...measured, ...SEEN_IN_DEMO.map((text) => ({ text, isMet: ticked.has(text) }))]
  return (
    <StepForm
      title="Decision"
      verb={isApproved ? 'Move to production' : 'Send back'}
      isBusy={change.isPending}
      error={change.error}
      fields={['isDemoHeld']}
      onSubmit={(reason) =>
        change.mutate(
          { ...seenOf(dossier), seenDigest, isDemoHeld, isApproved, requirementList, reason },
          { onError: readAgain },
        )
      }
    >
      {isChanged && <ChangedMeanwhile onLooked={lookedAgain} />}
      <fieldset className="stack-tight">
        <legend className="field-legend">Seen in the demo</legend>
        <DemoHeld
          dossier={dossier}
          isHeld={isDemoHeld}
          problem={problemsByField(change.error).isDemoHeld}
          onChange={setHeld}
        />
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
          <label key={String(choice)} className="choice">
            <input type="radio" name="next" checked={isApproved === choice} onChange={() => setApproved(choice)} />
            <span className="two-lines">
              <b>{choice ? 'Production' : 'Test environment only'}</b>
              <span className="small muted">{choice ? 'every operator can connect it' : 'it can ask again'}</span>
            </span>
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
      onSubmit={(reason, done) => change.mutate({ ...seenOf(dossier), reason }, { onSuccess: done })}
    />
  )
}

const Suspension = ({ dossier }: { readonly dossier: Dossier }) => {
  const isSuspended = dossier.mode === 'suspended'
  const suspension = useChange(SUSPEND)
  const resumption = useChange(RESUME)
  const change = isSuspended ? resumption : suspension
  const { seenDigest, isChanged, lookedAgain, readAgain } = useSeenDigest(dossier)
  const { operatorNameList, accessTokens, refreshTokens } = dossier.whatStops
  return (
    <StepDialog
      button={isSuspended ? 'Resume' : 'Suspend'}
      title={isSuspended ? `Resume ${dossier.name}?` : `Suspend ${dossier.name} at every operator?`}
      verb={isSuspended ? 'Resume it' : 'Suspend now'}
      readBy={isSuspended ? 'the provider' : 'the provider and these operators'}
      {...(isSuspended ? {} : { typedName: dossier.name })}
      isDangerous={!isSuspended}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={(reason, done) => {
        const seen = { ...seenOf(dossier), reason }
        if (isSuspended) resumption.mutate({ ...seen, seenDigest }, { onSuccess: done, onError: readAgain })
        else suspension.mutate(seen, { onSuccess: done })
      }}
    >
      {isSuspended && isChanged && <ChangedMeanwhile onLooked={lookedAgain} />}
      {isSuspended ? (
        <p className="small">It returns to the mode before; refresh tokens work again.</p>
      ) : (
        <>
          <p className="small">Stops at once{operatorNameList.length > 0 && `, at ${operatorNameList.join(', ')}`}.</p>
          <StopList
            stops={[
              { what: 'Operators, told in their own log', count: operatorNameList.length },
              { what: 'Access tokens that end for good', count: accessTokens },
              { what: 'Refresh tokens that sleep until it resumes', count: refreshTokens },
            ]}
          />
        </>
      )}
    </StepDialog>
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

/** What their role lets them do, and whoever has the case: another one takes it over first. */
export const Decision = ({ dossier }: { readonly dossier: Dossier }) => {
  const { userId, mayReview, mayAdminister } = useStaffRole()
  const { mode, assignee } = dossier
  const isAnothers = assignee !== null && assignee.userId !== userId
  return (
    <>
      {mayReview && isAnothers && (
        <Note icon="users">{assignee.name} has this case. Take it over, with a reason, to go on with it.</Note>
      )}
      {mayReview && !isAnothers && (
        <>
          <PhoneNumber dossier={dossier} />
          {(mode === 'demo-requested' || mode === 'demo-scheduled') && <Schedule dossier={dossier} />}
          {mode === 'demo-scheduled' && <Decide dossier={dossier} />}
          {mode === 'demo-scheduled' && <Postpone dossier={dossier} />}
        </>
      )}
      {mayAdminister && (
        <div className="form-feet">
          <Suspension dossier={dossier} />
        </div>
      )}
    </>
  )
}
