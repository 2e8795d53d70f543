/** Where a report stands in its life cycle, and the steps that the safety office can take. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { Life } from '../parts/life.tsx'
import { StepDialog, type StepQuestion } from '../parts/step-dialog.tsx'
import { Note } from '../states/note.tsx'
import { REPORT_STATUS, type Report } from './queries.ts'
import { lifeOf, STATUS_WORDS, type Status } from './report-words.ts'

interface Step {
  readonly target: Status
  readonly label: string
  readonly isNext?: true
}

const CLOSE: Step = { target: 'CLOSED', label: 'Close…' }

const STEPS: Readonly<Record<Status, readonly Step[]>> = {
  DRAFT: [],
  SUBMITTED: [{ target: 'UNDER_REVIEW', label: 'Take it up…', isNext: true }],
  UNDER_REVIEW: [{ target: 'ACTION_REQUIRED', label: 'Action needed…' }, CLOSE],
  ACTION_REQUIRED: [CLOSE],
  CLOSED: [{ target: 'UNDER_REVIEW', label: 'Take it up again…' }],
  WITHDRAWN: [],
}

const questionOf = ({ reference, status }: Report, target: Status): StepQuestion => {
  if (status === 'CLOSED') {
    return {
      title: `Take ${reference} up again?`,
      verb: 'Take it up again',
      follows: [{ icon: 'clock', says: 'Its clocks run as before, from when the organisation knew' }],
      reason: { label: 'Why', isNeeded: true, reader: 'everybody who opens the report' },
    }
  }
  if (target === 'CLOSED') {
    return {
      title: `Close ${reference}?`,
      verb: 'Close the report',
      follows: [
        { icon: 'lock', says: 'Nothing of it changes any more; with a reason it is taken up again' },
        { icon: 'mail', says: 'The reporter reads what they are told at the end' },
      ],
      reason: { label: 'Why, it may stay empty' },
    }
  }
  return {
    title: target === 'UNDER_REVIEW' ? `Take ${reference} up?` : `Does ${reference} need action?`,
    verb: target === 'UNDER_REVIEW' ? 'Take it up' : 'It needs action',
    follows: [
      target === 'UNDER_REVIEW'
        ? { icon: 'person', says: 'Its reporter sees that somebody works on it, and no longer withdraws it' }
        : { icon: 'list', says: 'It is closed once every action is done' },
    ],
  }
}

const wordOf = (status: Status): string => (status === 'SUBMITTED' ? 'Submitted' : STATUS_WORDS[status].word)

interface StateProps {
  readonly report: Report
  readonly mayWrite: boolean
}

export const State = ({ report, mayWrite }: StateProps) => {
  const [target, setTarget] = useState<Status | null>(null)
  const change = useChange(REPORT_STATUS)
  const { safetyReportId, status, statusReason, version: expectedVersion, actionList } = report
  const isWaiting = actionList.some(({ completedAt }) => completedAt === null)
  const close = () => setTarget(null)
  const take = (reason: string | null) => {
    if (target !== null)
      change.mutate({ safetyReportId, status: target, reason, expectedVersion }, { onSuccess: close })
  }
  return (
    <Section title="State">
      <Life {...lifeOf(status, wordOf)} />
      {statusReason !== null && <Note icon="mail">“{statusReason}”</Note>}
      {mayWrite && (
        <span className="row">
          {STEPS[status].map(({ target: to, label, isNext }) => (
            <Button key={to} size="xs" {...(isNext ? { variant: 'filled' } : {})} onClick={() => setTarget(to)}>
              {label}
            </Button>
          ))}
          {isWaiting && <span className="small muted">Closing waits for all actions</span>}
        </span>
      )}
      <StepDialog question={target && questionOf(report, target)} change={change} onConfirm={take} onClose={close} />
    </Section>
  )
}
