/** What is asked for a flight and not for a visit: permits, slots, flight plans and weather. */
import { Link } from '@tanstack/react-router'
import { usePages } from '../graph/pages.ts'
import { Icon } from '../parts/icon.tsx'
import { Paged } from '../parts/paged.tsx'
import { Route } from '../parts/route.tsx'
import { Empty } from '../states/empty.tsx'
import { utcDayShort, utcMinutes } from '../text/instant.ts'
import { partyName } from '../text/party-name.ts'
import { DAY_MS } from '../text/spans.ts'
import { ON_FLIGHTS, type OnFlight } from './queries.ts'
import { FLIGHT_KINDS, isUnconfirmed, kindWords, STATUS_WORDS } from './request-words.ts'

const isNear = ({ leg, status }: OnFlight, now: Date): boolean =>
  leg !== null && isUnconfirmed({ status }) && Date.parse(leg.schedule.offBlock) - now.getTime() < DAY_MS

const aboutOf = ({ provider, permit, result, statusReason }: OnFlight): string =>
  [
    provider ? partyName(provider) : 'no provider',
    permit?.entryPoint && `entry ${permit.entryPoint}`,
    permit?.exitPoint && `exit ${permit.exitPoint}`,
    permit?.number,
    permit?.validTo && `valid to ${utcDayShort(new Date(permit.validTo))}`,
    result?.slotTime && `slot ${utcMinutes(new Date(result.slotTime))}`,
    result?.reference,
    statusReason && `“${statusReason}”`,
  ]
    .filter(Boolean)
    .join(', ')

const Line = ({
  request,
  open,
  now,
}: {
  readonly request: OnFlight
  readonly open: string | undefined
  readonly now: Date
}) => {
  const { leg, permit } = request
  const { word, icon } = STATUS_WORDS[request.status]
  return (
    <li className={isNear(request, now) ? 'paper paper-near' : 'paper'}>
      <Icon name={icon} />
      <span>
        <Link
          from="/services"
          to="."
          search={(search) => ({ ...search, open: request.serviceRequestId })}
          aria-current={request.serviceRequestId === open ? 'true' : undefined}
        >
          {kindWords(request.kind)}
          {permit && `, ${permit.countryCode}`}
        </Link>{' '}
        {leg && (
          <>
            <span className="mono muted">{leg.flightNo}</span> <Route from={leg.adepICAO} to={leg.arrivalICAO} />
          </>
        )}
        <br />
        <span className="small muted">{aboutOf(request)}</span>
      </span>
      <span className="paper-state">
        {word}
        <br />
        {leg && (
          <span className="small muted number">
            off {utcDayShort(new Date(leg.schedule.offBlock))} {utcMinutes(new Date(leg.schedule.offBlock))}
          </span>
        )}
      </span>
    </li>
  )
}

interface OnFlightsProps {
  readonly interval: { readonly from: string; readonly to: string }
  readonly open: string | undefined
  readonly now: Date
}

export const OnFlights = ({ interval, open, now }: OnFlightsProps) => {
  const pages = usePages(
    ON_FLIGHTS,
    (page) => ({ filter: { interval, kindList: [...FLIGHT_KINDS] }, page }),
    (data) => data.serviceRequestList,
  )
  return (
    <Paged
      pages={pages}
      label="On flights, not on visits"
      noun={['request', 'requests']}
      empty={
        <Empty icon="services" title="Nothing is asked for flights of these days">
          Permits, slots, flight plans and weather stand on a flight.
        </Empty>
      }
    >
      {(requests) => (
        <ul className="papers">
          {requests
            .toSorted((a, b) => (a.leg?.schedule.offBlock ?? '').localeCompare(b.leg?.schedule.offBlock ?? ''))
            .map((request) => (
              <Line key={request.serviceRequestId} request={request} open={open} now={now} />
            ))}
        </ul>
      )}
    </Paged>
  )
}
