/** What is done because of a report: by whom, until when, and whether it is done. */
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Section } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { DayField } from '../parts/day-field.tsx'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { StepDialog } from '../parts/step-dialog.tsx'
import { Tag } from '../parts/tag.tsx'
import { type Problems, typed, useDraft } from '../parts/use-draft.ts'
import { counted } from '../text/count.ts'
import { daysBetween, utcDayShort } from '../text/instant.ts'
import { personName } from '../text/party-name.ts'
import { ACTION_ADD, ACTION_UPDATE, type Action, ASSIGNEES, type Report } from './queries.ts'

const LABELS = { text: 'What is done', ownerUserId: 'Who', dueDate: 'Until' }

const overInWords = ({ dueDate }: Action): string =>
  `${counted(Math.max(1, daysBetween(new Date(`${dueDate}T00:00:00Z`), new Date())), 'day')} over`

interface LineProps {
  readonly action: Action
  readonly mayChange: boolean
  readonly onDone: () => void
}

const Line = ({ action, mayChange, onDone }: LineProps) => {
  const { text, owner, dueDate, completedAt, effectiveness, isOverdue } = action
  return (
    <li>
      <span>
        {text}
        <br />
        <span className="small muted">
          {owner ? personName(owner) : 'nobody any more'}, by {utcDayShort(new Date(dueDate))}
        </span>
        {effectiveness !== null && (
          <>
            <br />
            <span className="small">“{effectiveness}”</span>
          </>
        )}
      </span>
      <span className="row">
        {completedAt !== null && <Tag tone="good">Done {utcDayShort(new Date(completedAt))}</Tag>}
        {isOverdue && <Tag tone="fail">{overInWords(action)}</Tag>}
        {completedAt === null && mayChange && (
          <Button size="xs" onClick={onDone}>
            Done…<span className="unseen"> {text}</span>
          </Button>
        )}
      </span>
    </li>
  )
}

interface NewActionProps {
  readonly safetyReportId: string
  readonly onClose: () => void
}

const allMissing = (draft: Readonly<Record<string, string>>): Problems =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]) => (value.trim() === '' ? [[name, 'This is missing.']] : [])),
  )

const NewAction = ({ safetyReportId, onClose }: NewActionProps) => {
  const people = useQuery(queryOf(ASSIGNEES, {})).data?.assigneeList ?? []
  const addition = useChange(ACTION_ADD)
  const { whenSent, ...form } = useDraft({
    begin: () => ({ text: '', ownerUserId: '', dueDate: '' }),
    problemsOf: allMissing,
    error: addition.error,
    labels: LABELS,
  })
  const { draft, problems, change } = form
  const add = () =>
    addition.mutate({ safetyReportId, input: { ...draft, text: draft.text.trim() } }, { onSuccess: onClose })
  return (
    <form className="form" aria-label="New action" onSubmit={whenSent(add)} noValidate>
      <Textarea label={LABELS.text} autosize minRows={2} maxLength={2000} {...typed(form, 'text')} />
      <div className="pair">
        <NativeSelect
          label={LABELS.ownerUserId}
          {...typed(form, 'ownerUserId')}
          data={[
            { value: '', label: 'Choose somebody' },
            ...people
              .filter(({ isUser }) => isUser)
              .map((person) => ({ value: person.userId, label: personName(person) }))
              .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
          ]}
        />
        <DayField
          label={LABELS.dueDate}
          value={draft.dueDate || undefined}
          error={problems.dueDate}
          onChange={(day) => change({ dueDate: day ?? '' })}
        />
      </div>
      <FormProblems error={addition.error} what="The action was not added." labels={LABELS} />
      <FormFeet verb="Add the action" isBusy={addition.isPending} onCancel={onClose} />
    </form>
  )
}

interface ActionsProps {
  readonly report: Report
  readonly mayChange: boolean
}

export const Actions = ({ report, mayChange }: ActionsProps) => {
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Action | null>(null)
  const completion = useChange(ACTION_UPDATE)
  const { safetyReportId, version: expectedVersion, actionList } = report
  const done = actionList.filter(({ completedAt }) => completedAt !== null).length
  const close = () => setAsked(null)
  const complete = (effectiveness: string | null) => {
    if (asked === null) return
    const input = { completedAt: new Date().toISOString(), ...(effectiveness === null ? {} : { effectiveness }) }
    const { safetyActionId } = asked
    completion.mutate({ safetyReportId, safetyActionId, input, expectedVersion }, { onSuccess: close })
  }
  return (
    <Section title="Actions" aside={actionList.length > 0 && `${done} of ${actionList.length} done`}>
      {actionList.length === 0 && !isAdding && <p className="muted">None so far.</p>}
      {actionList.length > 0 && (
        <ul className="steps">
          {actionList.map((action) => (
            <Line key={action.safetyActionId} action={action} mayChange={mayChange} onDone={() => setAsked(action)} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewAction safetyReportId={safetyReportId} onClose={() => setAdding(false)} />
      ) : (
        mayChange && (
          <Button size="xs" onClick={() => setAdding(true)}>
            Add an action
          </Button>
        )
      )}
      <StepDialog
        question={
          asked && {
            title: `Is it done: ${asked.text}?`,
            verb: 'It is done',
            follows: [{ icon: 'check', says: 'The report can be closed once every action is done' }],
            reason: { label: 'Did it help? It may stay empty' },
          }
        }
        change={completion}
        onConfirm={complete}
        onClose={close}
      />
    </Section>
  )
}
