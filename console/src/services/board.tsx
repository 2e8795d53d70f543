/** One line a visit, in the order of arrival, with what is asked for there and how far it is. */
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Cell, GroupRow, NameCell, Row, Table } from '../parts/table.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { cityOf } from '../text/city.ts'
import { counted } from '../text/count.ts'
import { utcDayShort, utcMinutes, utcWeekday } from '../text/instant.ts'
import type { BoardRequest, Leg, Visit } from './queries.ts'
import { BOARD_COLUMNS, cellWords, kindWords, STATUS_WORDS } from './request-words.ts'

const COLUMNS = ['Visit', ...BOARD_COLUMNS.map(({ name }) => name)]

/** Below this its cells stand side by side under the visit. */
const FITS_FROM = 880

interface RequestCellProps {
  readonly request: BoardRequest
  readonly visit: Visit
  readonly isOpen: boolean
  /** Where its column is called otherwise. */
  readonly isNamed: boolean
}

const RequestCell = ({ request, visit, isOpen, isNamed }: RequestCellProps) => {
  const { word, icon, look } = STATUS_WORDS[request.status]
  const about = cellWords(request, visit)
  return (
    <Link
      className={`service service-${look}`}
      from="/services"
      to="."
      search={(search) => ({ ...search, open: request.serviceRequestId })}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className={isNamed ? 'service-kind' : 'service-kind service-kind-first'}>{kindWords(request.kind)}</span>
      <b>
        <Icon name={icon} />
        {word}
      </b>
      {about !== '' && <span className="service-about">{about}</span>}
    </Link>
  )
}

interface VisitTimeProps {
  readonly label: string
  /** As expected now. */
  readonly at: string | null
  readonly planned: string | undefined
  readonly leg: Leg | null
  readonly day: string
}

/** "in 10:50Z 11:26Z ALP556": what was planned is struck out where it moved. */
const VisitTime = ({ label, at, planned, leg, day }: VisitTimeProps) => {
  if (at === null || !leg) {
    return (
      <span>
        {label} <span className="muted">no leg yet</span>
      </span>
    )
  }
  const time = new Date(at)
  const isMoved = planned !== undefined && Date.parse(planned) !== time.getTime()
  return (
    <span>
      {label}{' '}
      <time dateTime={at}>
        {at.slice(0, 10) !== day && `${utcDayShort(time)} `}
        {isMoved && <s className="muted">{utcMinutes(new Date(planned))}</s>}{' '}
        {isMoved ? <b>{utcMinutes(time)}</b> : utcMinutes(time)}
      </time>{' '}
      <span className="mono muted">{leg.flightNo}</span>
    </span>
  )
}

const VisitName = ({ visit, day }: { readonly visit: Visit; readonly day: string }) => {
  const viewer = useViewer()
  const { airport, arriveAt, departAt, arrival, departure } = visit
  return (
    <span className="visit">
      <span className="visit-place">
        {cityOf(airport)} <span className="mono muted">{airport.iCAO}</span>
      </span>
      <span>
        <Link className="mono" to="/data/$kind" params={{ kind: 'aircraft' }} search={{ open: visit.aircraftId }}>
          {visit.registration}
        </Link>{' '}
        <span className="muted">{visit.acftICAO}</span>
      </span>
      <VisitTime label="in" at={arriveAt} planned={arrival?.schedule.onBlock} leg={arrival} day={day} />
      <VisitTime label="out" at={departAt} planned={departure?.schedule.offBlock} leg={departure} day={day} />
      {mayDo(viewer, 'service:write') && (
        <Link
          className="with-icon small"
          from="/services"
          to="."
          search={(search) => ({ ...search, new: 'request', visit: visit.visitId })}
        >
          <Icon name="plus" />
          Ask for more<span className="unseen"> at {cityOf(airport)}</span>
        </Link>
      )}
    </span>
  )
}

interface VisitRowProps {
  readonly visit: Visit
  readonly day: string
  readonly open: string | undefined
}

const VisitRow = ({ visit, day, open }: VisitRowProps) => (
  <Row isOpen={visit.serviceRequestList.some(({ serviceRequestId }) => serviceRequestId === open)}>
    <NameCell>
      <VisitName visit={visit} day={day} />
    </NameCell>
    {BOARD_COLUMNS.map(({ name, kinds }) => {
      const asked = visit.serviceRequestList.filter(({ kind }) => kinds.includes(kind))
      return (
        <Cell key={name}>
          {asked.map((request) => (
            <RequestCell
              key={request.serviceRequestId}
              request={request}
              visit={visit}
              isOpen={request.serviceRequestId === open}
              isNamed={kindWords(request.kind) !== name}
            />
          ))}
          {asked.length === 0 && (
            <span className="service-none muted">
              –<span className="unseen">no {name}</span>
            </span>
          )}
        </Cell>
      )
    })}
  </Row>
)

/** "4 visits, 3 requests to review, 1 rejected". */
const dayInWords = (visits: readonly Visit[]): string => {
  const requests = visits.flatMap(({ serviceRequestList }) => serviceRequestList)
  const numberOf = (status: BoardRequest['status']) => requests.filter((request) => request.status === status).length
  const [review, rejected] = [numberOf('REVIEW'), numberOf('REJECTED')]
  return [
    counted(visits.length, 'visit'),
    review > 0 && `${counted(review, 'request')} to review`,
    rejected > 0 && `${rejected} rejected`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What arrived before the days that are shown stands under the first of them. */
const dayOfVisit = ({ arriveAt, departAt }: Visit, first: string): string => {
  const begins = (arriveAt ?? departAt ?? first).slice(0, 10)
  return begins < first ? first : begins
}

interface BoardProps {
  readonly visits: readonly Visit[]
  readonly open: string | undefined
  readonly firstDay: string
}

export const Board = ({ visits, open, firstDay }: BoardProps) => (
  <div className="board">
    <Table fitsFrom={FITS_FROM} label="Visits" columns={COLUMNS}>
      {[...Map.groupBy(visits, (visit) => dayOfVisit(visit, firstDay))].map(([day, ofDay]) => (
        <Fragment key={day}>
          <GroupRow columns={COLUMNS.length}>
            <b>{utcWeekday(new Date(day))}</b> <span className="muted">{dayInWords(ofDay)}</span>
          </GroupRow>
          {ofDay.map((visit) => (
            <VisitRow key={visit.visitId} visit={visit} day={day} open={open} />
          ))}
        </Fragment>
      ))}
    </Table>
  </div>
)
