/** Writes the next revision of a flight's operational plan; the commander accepts it on a page of their own. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { FormFeet } from '../../parts/form-feet.tsx'
import { FormProblems } from '../../parts/form-problems.tsx'
import { ChangedByOthers, isStale } from '../changed-by-others.tsx'
import { FieldControls, ledToProblem } from '../field-controls.tsx'
import { draftProblems } from '../form-values.ts'
import { FLIGHT_PLAN_SET, type PlannedFlight } from './flight-papers-queries.ts'
import { draftOfPlan, PLAN_FIELDS, PLAN_GROUPS, planInput } from './flight-plan-fields.ts'

interface FlightPlanFormProps {
  readonly flightId: string
  readonly flight: PlannedFlight
  /** With what the server warns of. */
  readonly onDone: (warnings: readonly string[]) => void
  readonly onCancel: () => void
}

const thisMinute = (): string => `${new Date().toISOString().slice(0, 16)}:00Z`

const LABELS = Object.fromEntries(PLAN_FIELDS.map(({ name, label }) => [name, label]))

export const FlightPlanForm = ({ flightId, flight, onDone, onCancel }: FlightPlanFormProps) => {
  const queries = useQueryClient()
  const plan = flight.flightPlan
  const [now] = useState(thisMinute)
  const [opened] = useState(() => draftOfPlan(plan, now))
  const [draft, setDraft] = useState(opened)
  const [isTried, setTried] = useState(false)
  const change = useChange(FLIGHT_PLAN_SET)
  const unread = draftProblems(PLAN_FIELDS, draft, false)
  const problems: Partial<Record<string, string>> = {
    ...problemsByField(change.error, LABELS),
    ...(isTried ? unread : {}),
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (ledToProblem(event.currentTarget, PLAN_FIELDS, unread)) return
    change.mutate(
      {
        as: 'OPERATOR',
        // biome-ignore lint/suspicious/noExplicitAny: the fields of the description are those of the input
        input: planInput(flightId, flight, draft) as any,
        expectedVersion: plan?.version ?? null,
      },
      {
        onSuccess: ({ flightPlanSet }) => onDone(flightPlanSet.warningList.map(({ message }) => message)),
        onError: (error) => isStale(error) && queries.invalidateQueries(),
      },
    )
  }
  const touched = PLAN_FIELDS.filter(({ name }) => draft[name] !== opened[name])
  return (
    <form className="form" aria-label="Flight plan" onSubmit={submit} noValidate>
      {PLAN_GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className="plan-group">
          <legend>{title}</legend>
          <FieldControls
            fields={fields}
            draft={draft}
            problems={problems}
            first="route"
            onChange={(name, value) => setDraft((earlier) => ({ ...earlier, [name]: value }))}
          />
        </fieldset>
      ))}
      {change.isError &&
        (isStale(change.error) ? (
          <ChangedByOthers fields={touched} now={draftOfPlan(plan, now)} draft={draft} onDrop={onCancel} />
        ) : (
          <FormProblems error={change.error} labels={LABELS} what="No plan was written." />
        ))}
      <FormFeet verb="Write it" isBusy={change.isPending} onCancel={onCancel} />
    </form>
  )
}
