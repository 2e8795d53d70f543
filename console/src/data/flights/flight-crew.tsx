/** The crew of a flight, for users who may see crew. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { POSITION_WORDS } from '../crew/positions.ts'
import { Section } from '../record-parts.tsx'
import { FLIGHT_CREW } from './flight-queries.ts'

export const FlightCrew = ({ flightId }: { readonly flightId: string }) => {
  const { data } = useQuery(queryOf(FLIGHT_CREW, { flightId }))
  const crew = data?.flight?.crewList ?? []
  return (
    <Section title="Crew">
      {crew.length === 0 && <p className="muted">{data ? 'none yet' : 'on its way'}</p>}
      <ul className="record-lines">
        {crew.map(({ position, isPilotFlying, reportAt, crewMember }) => (
          <li key={crewMember.crewMemberId}>
            <span className="two-lines">
              <Link to="/data/$kind" params={{ kind: 'crew' }} search={{ open: crewMember.crewMemberId }}>
                {crewMember.name} {crewMember.surname}
              </Link>
              <span className="small muted">
                {POSITION_WORDS[position]}
                {isPilotFlying && ', flying'}
              </span>
            </span>
            {reportAt !== null && (
              <span className="small muted">
                reports <Moment at={reportAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
