/** What a buyer asks for: who, through whom, the legs as windows in time, and wishes. */

import { Link } from '@tanstack/react-router'
import { spelled } from '../data/spelled.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { Moment } from '../parts/moment.tsx'
import { StateTag } from '../parts/tag.tsx'
import { Note } from '../states/note.tsx'
import { cityOf } from '../text/city.ts'
import { counted } from '../text/count.ts'
import { utcDayShort, utcMinutes, utcWeekdayShort } from '../text/instant.ts'
import { partyName, personName } from '../text/party-name.ts'
import type { Request, RequestedLeg } from './queries.ts'
import { cameThrough, STATUS_WORDS } from './request-words.ts'

const dayWords = (at: Date): string => `${utcWeekdayShort(at)} ${utcDayShort(at)}`

/** "Fri 20 Nov, off block 07:00 to 09:00Z", or any time that day. */
const Window = ({ leg }: { readonly leg: RequestedLeg }) => {
  const [from, to] = [new Date(leg.earliest), new Date(leg.latest)]
  const [localFrom, localTo] = [leg.earliestLocal.slice(11, 16), leg.latestLocal.slice(11, 16)]
  const { iCAO: place } = leg.isArrival ? leg.ades : leg.adep
  const what = leg.isArrival ? 'arrival' : 'off block'
  const localDay = new Date(`${leg.earliestLocal.slice(0, 10)}T00:00:00Z`)
  return (
    <span className="window-time">
      {leg.isDateOnly ? (
        <span className="number">
          {dayWords(localDay)}, <b>{what} any time that day</b>
        </span>
      ) : (
        <span className="number">
          {dayWords(from)}, {what}{' '}
          <b>
            {utcMinutes(from).replace('Z', '')} to {dayWords(from) === dayWords(to) ? '' : `${dayWords(to)} `}
            {utcMinutes(to)}
          </b>
        </span>
      )}
      <span className="small muted number">
        {localFrom} to {localTo} local, {place}
      </span>
    </span>
  )
}

const aboardOf = ({ paxCount, luggageCount, luggageNote, petCount, note }: RequestedLeg): string =>
  [
    counted(paxCount, 'passenger'),
    luggageCount !== null && counted(luggageCount, 'piece'),
    luggageNote,
    petCount > 0 && counted(petCount, 'pet'),
    note,
  ]
    .filter(Boolean)
    .join(', ')

const Leg = ({ leg }: { readonly leg: RequestedLeg }) => (
  <li>
    <span className="window-place" aria-hidden="true">
      {leg.legIndex + 1}
    </span>
    <span>
      <b>{cityOf(leg.adep)}</b> <span className="mono muted">{leg.adep.iCAO}</span> to <b>{cityOf(leg.ades)}</b>{' '}
      <span className="mono muted">{leg.ades.iCAO}</span>
      <br />
      <span className="small muted">{aboardOf(leg)}</span>
    </span>
    <Window leg={leg} />
  </li>
)

const Buyer = ({ request }: { readonly request: Request }) => {
  const { buyer } = request
  return (
    <span>
      <Link to="/data/$kind" params={{ kind: 'contacts' }} search={{ open: buyer.contactId }}>
        {buyer.company === null ? 'Contact' : personName(buyer)}
      </Link>
      {buyer.phone !== null && (
        <>
          , <a href={`tel:${buyer.phone.replace(/[^+\d]/g, '')}`}>{buyer.phone}</a>
        </>
      )}
      {buyer.email !== null && (
        <>
          , <a href={`mailto:${buyer.email}`}>{buyer.email}</a>
        </>
      )}
    </span>
  )
}

interface RequestHeadProps {
  readonly request: Request
  /** The pile is not beside it: the page goes on here. */
  readonly isAlone: boolean
}

export const RequestHead = ({ request, isAlone }: RequestHeadProps) => {
  const words = STATUS_WORDS[request.status]
  const wishes = [...request.acftCategoryList, ...request.equipmentList].map(spelled)
  return (
    <section className="panel" aria-labelledby="request-name">
      <div className="panel-body stack-tight">
        <div className="row">
          <h2 id="request-name" className="request-name" tabIndex={-1} {...(isAlone ? { ref: focusOnMount } : {})}>
            {partyName(request.buyer)}
          </h2>
          <StateTag words={words} />
          <span className="small muted push">
            Request{' '}
            <Link
              className="mono"
              to="/data/$kind"
              params={{ kind: 'charter-requests' }}
              search={{ open: request.charterRequestId }}
            >
              {request.charterRequestNumber}
            </Link>
          </span>
        </div>
        <p className="row request-facts">
          <span>{request.createdBy?.applicationName ? `through ${cameThrough(request)}` : 'asked us directly'}</span>
          <Buyer request={request} />
          <span className="muted">
            asked <Moment at={request.createdAt} />
            {request.expiresAt !== null && (
              <>
                , {request.status === 'EXPIRED' ? 'was open until' : 'open until'} <Moment at={request.expiresAt} />
              </>
            )}
          </span>
        </p>
        {request.statusReason !== null && (
          <Note icon="mail">
            {words.word}: “{request.statusReason}”
          </Note>
        )}
      </div>
      <ol className="windows">
        {request.legList.map((leg) => (
          <Leg key={leg.legIndex} leg={leg} />
        ))}
      </ol>
      {(wishes.length > 0 || request.note !== null) && (
        <p className="panel-foot small row">
          <span className="muted">Wishes</span>
          {wishes.map((wish) => (
            <span key={wish}>{wish}</span>
          ))}
          {request.note !== null && <span className="muted">“{request.note}”</span>}
        </p>
      )}
    </section>
  )
}
