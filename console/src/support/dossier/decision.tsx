/** What staff can do next with an application: each step with a reason, on what they see now. */

import { Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { ActionMenu } from '../../parts/action-menu.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { RadioChoice } from '../../parts/radio-choice.tsx'
import { Note } from '../../states/note.tsx'
import { useStaffRole } from '../role.ts'
import { OpenedStep, StepButton, StepForm } from '../step-form.tsx'
import { StopList } from '../stop-list.tsx'
import { DECIDE, DEMO_POSTPONE, type Dossier, PHONE_ALLOW, RESUME, SUSPEND } from './queries.ts'
import { useSchedule } from './schedule.tsx'
import { seenOf } from './seen.ts'
import { ChangedMeanwhile, useSeenDigest } from './seen-digest.tsx'
import '../support.css'

interface NextProps {
  readonly dossier: Dossier
  /** What can be done besides. */
  readonly menu: ReactNode
}

interface OtherProps {
  readonly dossier: Dossier
  readonly onClose: () => void
}

const Schedule = ({ dossier, menu }: NextProps) => {
  const step = useSchedule(dossier)
  return <StepForm title="Next: schedule the demo" aside={menu} verb="Schedule and send" {...step} />
}

const Moving = ({ dossier, onClose }: OtherProps) => {
  const step = useSchedule(dossier)
  return <OpenedStep title="Move the demo" verb="Move and send" onClose={onClose} {...step} />
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

const Decide = ({ dossier, menu }: NextProps) => {
  const measured = dossier.evidenceList.map(({ label, isMet }) => ({ text: label, isMet }))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isDemoHeld, setHeld] = useState(false)
  const [isApproved, setApproved] = useState(true)
  const { seenDigest, isChanged, lookedAgain, readAgain } = useSeenDigest(dossier)
  const change = useChange(DECIDE)
  const requirementList = [...measured, ...SEEN_IN_DEMO.map((text) => ({ text, isMet: ticked.has(text) }))]
  return (
    <StepForm
      title="Next: decide"
      aside={menu}
      verb={isApproved ? 'Move to production' : 'Send back'}
      change={change}
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
          <RadioChoice
            key={String(choice)}
            name="next"
            isChosen={isApproved === choice}
            about={choice ? 'every operator can connect it' : 'it can ask again'}
            onChoose={() => setApproved(choice)}
          >
            {choice ? 'Production' : 'Test environment only'}
          </RadioChoice>
        ))}
      </fieldset>
    </StepForm>
  )
}

const Postponing = ({ dossier, onClose }: OtherProps) => {
  const change = useChange(DEMO_POSTPONE)
  return (
    <OpenedStep
      title="Put it on hold?"
      verb="Put on hold"
      change={change}
      onSubmit={(reason, done) => change.mutate({ ...seenOf(dossier), reason }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="small">The provider’s request stays; it waits for another time.</p>
    </OpenedStep>
  )
}

const Suspending = ({ dossier, onClose }: OtherProps) => {
  const change = useChange(SUSPEND)
  const { operatorNameList, accessTokens, refreshTokens } = dossier.whatStops
  return (
    <OpenedStep
      title={`Suspend ${dossier.name} at every operator?`}
      verb="Suspend now"
      readBy="the provider and these operators"
      typedName={dossier.name}
      isDangerous
      change={change}
      onSubmit={(reason, done) => change.mutate({ ...seenOf(dossier), reason }, { onSuccess: done })}
      onClose={onClose}
    >
      <p className="small">Stops at once{operatorNameList.length > 0 && `, at ${operatorNameList.join(', ')}`}.</p>
      <StopList
        stops={[
          { what: 'Operators, told in their own log', count: operatorNameList.length },
          { what: 'Access tokens that end for good', count: accessTokens },
          { what: 'Refresh tokens that sleep until it resumes', count: refreshTokens },
        ]}
      />
    </OpenedStep>
  )
}

const Resumption = ({ dossier }: { readonly dossier: Dossier }) => {
  const change = useChange(RESUME)
  const { seenDigest, isChanged, lookedAgain, readAgain } = useSeenDigest(dossier)
  return (
    <StepButton
      button="Resume"
      title={`Resume ${dossier.name}?`}
      verb="Resume it"
      change={change}
      onSubmit={(reason, done) =>
        change.mutate({ ...seenOf(dossier), reason, seenDigest }, { onSuccess: done, onError: readAgain })
      }
    >
      {isChanged && <ChangedMeanwhile onLooked={lookedAgain} />}
      <p className="small">It returns to the mode before; refresh tokens work again.</p>
    </StepButton>
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
      change={change}
      onSubmit={(reason) => change.mutate({ clientId, phoneNumber: phoneChange.phoneNumber, reason })}
    >
      <p>
        New: {phoneChange.phoneNumber}. “{phoneChange.note}”
      </p>
    </StepForm>
  )
}

/** Where nothing waits for staff, what does. */
const NOTHING_TO_DO: Readonly<Record<string, string>> = {
  test: 'The provider asks for a demo when it is ready.',
  'demo-requested': 'Whoever has the case schedules the demo.',
  'demo-scheduled': 'Whoever has the case decides after the demo.',
  production: 'It is in production: every operator can connect it.',
  suspended: 'An administrator resumes it.',
}

const OTHERS = { move: Moving, postpone: Postponing, suspend: Suspending } as const

/** The step that is theirs to take, with everything else in a menu. */
const Next = ({ dossier, mayDecide }: { readonly dossier: Dossier; readonly mayDecide: boolean }) => {
  const { mayAdminister } = useStaffRole()
  const [other, setOther] = useState<keyof typeof OTHERS | null>(null)
  const { mode } = dossier
  const Other = other && OTHERS[other]
  const isScheduled = mayDecide && mode === 'demo-scheduled'
  const menu = (
    <ActionMenu
      actions={[
        ...(isScheduled ? [{ label: 'Move the demo', onChoose: () => setOther('move') }] : []),
        ...(isScheduled ? [{ label: 'Put on hold', onChoose: () => setOther('postpone') }] : []),
        ...(mayAdminister && mode !== 'suspended'
          ? [{ label: 'Suspend', isDangerous: true, onChoose: () => setOther('suspend') }]
          : []),
      ]}
    />
  )
  return (
    <>
      {mayDecide && mode === 'demo-requested' && <Schedule dossier={dossier} menu={menu} />}
      {isScheduled && <Decide dossier={dossier} menu={menu} />}
      {!(mayDecide && (mode === 'demo-requested' || mode === 'demo-scheduled')) && (
        <Panel title="Next" aside={menu}>
          <div className="panel-body row">
            <p className="muted">{NOTHING_TO_DO[mode]}</p>
            {mode === 'suspended' && mayAdminister && <Resumption dossier={dossier} />}
          </div>
        </Panel>
      )}
      {Other && <Other dossier={dossier} onClose={() => setOther(null)} />}
    </>
  )
}

/** What their role lets them do, and whoever has the case: another one takes it over first. */
export const Decision = ({ dossier }: { readonly dossier: Dossier }) => {
  const { userId, mayReview } = useStaffRole()
  const { assignee } = dossier
  const isAnothers = assignee !== null && assignee.userId !== userId
  return (
    <>
      {mayReview && isAnothers && (
        <Note icon="users">{assignee.name} has this case. Take it over, with a reason, to go on with it.</Note>
      )}
      {mayReview && !isAnothers && <PhoneNumber dossier={dossier} />}
      <Next dossier={dossier} mayDecide={mayReview && !isAnothers} />
    </>
  )
}
