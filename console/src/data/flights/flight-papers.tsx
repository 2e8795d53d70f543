/** What a flight is flown with: its operational flight plan, and its briefing for users who may see documents. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inWords } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Tag } from '../../parts/tag.tsx'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { Note } from '../../states/note.tsx'
import { grouped } from '../../text/count.ts'
import { Facts, Section } from '../record-parts.tsx'
import { spelled } from '../spelled.ts'
import { FLIGHT_BRIEFING, FLIGHT_PLAN, type FlightPlanRecord, type PlannedFlight } from './flight-papers-queries.ts'
import { FlightPlanForm } from './flight-plan-form.tsx'

const wordsOf = (list: readonly string[]): string => list.map(spelled).join(', ')

const limited = (kg: number | null, most: number | null): string | null => {
  if (kg === null) return null
  return most === null ? `${grouped(kg)} kg` : `${grouped(kg)} of ${grouped(most)} kg`
}

const PlanFacts = ({ plan }: { readonly plan: FlightPlanRecord }) => {
  const fuel = (amount: number) => `${grouped(amount)} ${plan.fuelUnit.toLowerCase()}`
  return (
    <Facts
      facts={[
        { name: 'Status', value: <Tag>{spelled(plan.status)}</Tag> },
        ...(plan.outdatedList.length > 0 ? [{ name: 'Outdated by', value: wordsOf(plan.outdatedList) }] : []),
        { name: 'Route', value: <span className="mono">{plan.route}</span> },
        { name: 'Levels', value: plan.levels },
        { name: 'Trip fuel', value: fuel(plan.tripFuel) },
        { name: 'Block fuel', value: fuel(plan.blockFuel) },
        { name: 'Take-off mass', value: limited(plan.takeOffKg, plan.maxTakeOffKg) },
        { name: 'Computed', value: <Moment at={plan.computedAt} as="full" /> },
        { name: 'By', value: plan.source },
      ]}
    />
  )
}

/** Nothing is planned once the aircraft is back on the ground, or never leaves it. */
const OVER: ReadonlySet<string> = new Set(['LANDED', 'ON_BLOCK', 'CLOSED', 'CANCELLED'])

interface WrittenProps {
  readonly flight: PlannedFlight
  readonly warnings: readonly string[]
  /** Null where the viewer writes none. */
  readonly onWrite: (() => void) | null
}

const Written = ({ flight: { flightPlan: plan }, warnings, onWrite }: WrittenProps) => (
  <>
    {plan ? <PlanFacts plan={plan} /> : <p className="muted">none yet</p>}
    {warnings.length > 0 && (
      <Note tone="attention" icon="alert" role="status">
        {warnings.map((message) => inWords(message)).join(' ')}
      </Note>
    )}
    <p className="row">
      {plan && (
        <Link to="/data/$kind" params={{ kind: 'flight-plans' }} search={{ open: plan.flightPlanId }}>
          All of it
        </Link>
      )}
      {onWrite && (
        <Button size="xs" onClick={onWrite}>
          {plan ? 'Write the next revision' : 'Write a plan'}
        </Button>
      )}
    </p>
  </>
)

const PlanSection = ({ flightId }: { readonly flightId: string }) => {
  const viewer = useViewer()
  const { data } = useQuery(queryOf(FLIGHT_PLAN, { flightId }))
  const [isWriting, setWriting] = useState(false)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const flight = data?.flight
  const plan = flight?.flightPlan
  const mayWrite = mayDo(viewer, 'flight:write') && flight != null && !OVER.has(flight.status)
  return (
    <Section title="Flight plan" {...(plan ? { aside: `revision ${plan.revision}` } : {})}>
      {!flight && <p className="muted">{data ? 'none yet' : 'on its way'}</p>}
      {flight && !isWriting && (
        <Written flight={flight} warnings={warnings} onWrite={mayWrite ? () => setWriting(true) : null} />
      )}
      {flight && isWriting && (
        <FlightPlanForm
          flightId={flightId}
          flight={flight}
          onDone={(told) => {
            setWarnings(told)
            setWriting(false)
          }}
          onCancel={() => setWriting(false)}
        />
      )}
    </Section>
  )
}

const Briefing = ({ flightId }: { readonly flightId: string }) => {
  const { data } = useQuery(queryOf(FLIGHT_BRIEFING, { flightId }))
  const briefing = data?.briefing
  const unread = new Set(briefing?.openAcknowledgementList.map(({ documentId }) => documentId))
  return (
    <Section title="Briefing" {...(briefing ? { aside: briefing.isComplete ? 'complete' : 'not complete' } : {})}>
      {!data && <p className="muted">on its way</p>}
      {briefing && briefing.missingKindList.length > 0 && <p>Missing: {wordsOf(briefing.missingKindList)}</p>}
      {briefing?.documentList.length === 0 && <p className="muted">no documents</p>}
      <ul className="record-lines">
        {briefing?.documentList.map(({ documentId, title, revision }) => (
          <li key={documentId}>
            <Link to="/data/$kind" params={{ kind: 'documents' }} search={{ open: documentId }}>
              {title}
            </Link>
            <span className="small muted">
              revision {revision}
              {unread.has(documentId) && ', not read by all'}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export const FlightPapers = ({ flightId }: { readonly flightId: string }) => {
  const viewer = useViewer()
  return (
    <>
      <PlanSection flightId={flightId} />
      {mayDo(viewer, 'document:read') && <Briefing flightId={flightId} />}
    </>
  )
}
