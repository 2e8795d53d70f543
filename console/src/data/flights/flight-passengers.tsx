/** Shows the number of passengers; names only on request, and only to users who may see them. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResultOf } from 'gql.tada'
import { useState } from 'react'

import { queryOf } from '../../graph/query.ts'
import { Icon } from '../../parts/icon.tsx'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import { counted } from '../../text/count.ts'
import { Section } from '../record-parts.tsx'
import { FLIGHT_PASSENGERS, type FlightRecord } from './flight-queries.ts'

const countWords = ({ total, child, infant }: FlightRecord['paxCount']): string => {
  if (total === 0) return 'none'
  return [
    counted(total - (child ?? 0) - (infant ?? 0), 'adult'),
    ...(child ? [counted(child, 'child', 'children')] : []),
    ...(infant ? [counted(infant, 'infant')] : []),
  ].join(', ')
}

const Masked = ({ count }: { readonly count: number }) =>
  Array.from({ length: Math.min(count, 4) }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
    <span key={line} className="record-masked" aria-hidden="true" />
  ))

type Passenger = NonNullable<ResultOf<typeof FLIGHT_PASSENGERS>['flight']>['passengerList'][number]

const loadWords = ({ age, weightKg, baggageKg }: Passenger): string[] => [
  ...(age === 'ADULT' ? [] : [age.toLowerCase()]),
  ...(weightKg === null ? [] : [`${weightKg} kg`]),
  ...(baggageKg === null ? [] : [`${baggageKg} kg of baggage`]),
]

const Names = ({ flightId }: { readonly flightId: string }) => {
  const query = useQuery(queryOf(FLIGHT_PASSENGERS, { flightId }))
  if (query.isError) return <FailureNote error={query.error} onRetry={() => query.refetch()} />
  return (
    <ul className="record-lines">
      {query.data?.flight?.passengerList.map((passenger) => (
        <li key={passenger.contactId}>
          <span className="two-lines">
            <span>
              {passenger.name} {passenger.surname}
              {passenger.isLead && <span className="muted">, leads</span>}
            </span>
            <span className="small muted">
              {[passenger.nationality, passenger.dateOfBirth, passenger.documentNumber, ...loadWords(passenger)]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface FlightPassengersProps {
  readonly flightId: string
  readonly count: FlightRecord['paxCount']
}

export const FlightPassengers = ({ flightId, count }: FlightPassengersProps) => {
  const [isShown, setShown] = useState(false)
  const viewer = useViewer()
  const may = mayDo(viewer, 'passenger:read')
  return (
    <Section title="Passengers" aside={countWords(count)}>
      {count.total > 0 && isShown && <Names flightId={flightId} />}
      {count.total > 0 && !isShown && (
        <>
          <Masked count={count.total} />
          <p className="small muted">
            {may
              ? 'Names and documents stay hidden until you ask for them.'
              : `Your role does not show names. An administrator of ${viewer.operatorName} can change that.`}
          </p>
          {may && (
            <div>
              <Button size="xs" leftSection={<Icon name="eye" />} onClick={() => setShown(true)}>
                Show {counted(count.total, 'name')}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  )
}
