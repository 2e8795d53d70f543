/** A flight as a row: when, where, with what; what is late, diverted or cancelled stands out. */

import { Link } from '@tanstack/react-router'
import { Cell, NameCell, Row } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import { localTime, utcDayShort, utcMinutes } from '../../text/instant.ts'
import { MINUTE_MS } from '../../text/spans.ts'
import { spelled } from '../spelled.ts'
import { AtRiskTag } from './at-risk-tag.tsx'
import type { Flight } from './flight-queries.ts'
import { FlightStatusTag } from './flight-status-tag.tsx'

/** From this delay on a departure counts as late, as airports count it. */
const MIN_LATE_MINUTES = 15

const lateMinutes = ({ schedule, estimate, actual }: Flight): number => {
  const leaves = actual.offBlock ?? estimate?.offBlock
  return leaves == null ? 0 : Math.round((Date.parse(leaves) - Date.parse(schedule.offBlock)) / MINUTE_MS)
}

export const isLate = (flight: Flight): boolean =>
  flight.status !== 'CANCELLED' && lateMinutes(flight) >= MIN_LATE_MINUTES

const Airport = ({ airport }: { readonly airport: Flight['adep'] }) => (
  <span className="mono" title={airport.name}>
    {airport.iCAO ?? airport.name}
  </span>
)

interface BlockTimeProps {
  readonly at: string
  readonly local: string
  /** Shows the day unless it equals the previous one. */
  readonly sameDayAs?: string
}

/** UTC, and on hover the clock at that airport. */
const BlockTime = ({ at, local, sameDayAs }: BlockTimeProps) => (
  <time dateTime={at} title={`${local.slice(11, 16)} at the airport; ${localTime(new Date(at))}`}>
    {sameDayAs?.slice(0, 10) !== at.slice(0, 10) && `${utcDayShort(new Date(at))} `}
    {utcMinutes(new Date(at))}
  </time>
)

const Exceptions = ({ flight }: { readonly flight: Flight }) => (
  <>
    {flight.divertedTo && (
      <Tag tone="solid" icon="alert" title={flight.opsNote}>
        Diverted to {flight.divertedTo.iCAO ?? flight.divertedTo.name}
      </Tag>
    )}
    {isLate(flight) && (
      <Tag tone="solid" icon="clock" title={flight.opsNote}>
        Late {lateMinutes(flight)} min
      </Tag>
    )}
    {flight.isAtRisk && <AtRiskTag reasons={flight.riskReasonList} />}
  </>
)

interface FlightRowProps {
  readonly flight: Flight
  readonly isOpen: boolean
  /** The day that the rows around it belong to, where they are in groups. */
  readonly day: string | undefined
}

export const FlightRow = ({ flight, isOpen, day }: FlightRowProps) => {
  const { schedule, aircraft } = flight
  return (
    <Row isOpen={isOpen} isFaint={flight.status === 'CANCELLED'} isLink>
      <NameCell>
        <Link
          className="entity-link mono"
          from="/data/flights"
          to="."
          search={(search) => ({ ...search, open: flight.flightId })}
        >
          {flight.flightNo}
        </Link>
      </NameCell>
      <Cell>
        <BlockTime at={schedule.offBlock} local={schedule.offBlockLocal} {...(day ? { sameDayAs: day } : {})} />
      </Cell>
      <Cell label="to">
        <BlockTime at={schedule.onBlock} local={schedule.onBlockLocal} sameDayAs={schedule.offBlock} />
      </Cell>
      <Cell>
        <span className="one-line">
          <Airport airport={flight.adep} /> <span className="muted">to</span> <Airport airport={flight.ades} />
        </span>
      </Cell>
      <Cell>
        <span className="one-line">
          <span className="mono">{aircraft.registration}</span>{' '}
          <span className="muted mono">{aircraft.acftType.iCAO}</span>
        </span>
      </Cell>
      <Cell>{spelled(flight.kind)}</Cell>
      <Cell label="Pax" kind="number" isMuted={flight.paxCount.total === 0}>
        {flight.paxCount.total === 0 ? 'none' : flight.paxCount.total}
      </Cell>
      <Cell label="Status" isTop>
        <span className="row">
          <FlightStatusTag status={flight.status} reason={flight.statusReason} />
          <Exceptions flight={flight} />
        </span>
      </Cell>
    </Row>
  )
}
