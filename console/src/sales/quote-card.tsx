/** A quote as a column: the aircraft, what it costs line by line, how long it stands, and what can be done. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../graph/query.ts'
import { ExpiryRing, TimeLeft } from '../parts/expiry.tsx'
import { Moment } from '../parts/moment.tsx'
import { StateTag } from '../parts/tag.tsx'
import { amountText } from '../text/money.ts'
import type { Request } from './queries.ts'
import { type Quote, type QuoteLine, TRIP_OF_QUOTE } from './queries.ts'
import { QuoteActions } from './quote-actions.tsx'
import { QuoteConversation } from './quote-conversation.tsx'
import { QUOTE_WORDS, quoteName } from './request-words.ts'

const keyOf = ({ kind, label }: QuoteLine): string => `${kind} ${label}`

/** Every line that one of the quotes has, in one order, so that eyes compare across. */
export const linesOf = (quotes: readonly Quote[]): readonly QuoteLine[] => {
  const lines = new Map<string, QuoteLine>()
  for (const line of quotes.flatMap(({ lineList }) => lineList)) {
    if (!lines.has(keyOf(line))) lines.set(keyOf(line), line)
  }
  return [...lines.values()]
}

const taxOf = ({ taxRate, taxJurisdiction }: QuoteLine): string =>
  taxRate === null || Number(taxRate) === 0 ? '' : `, ${[taxJurisdiction, taxRate].filter(Boolean).join(' ')} % tax`

const isHours = ({ kind }: QuoteLine): boolean => kind === 'FLIGHT' || kind === 'POSITIONING'

const Line = ({ line, of }: { readonly line: QuoteLine; readonly of: readonly QuoteLine[] }) => {
  const own = of.find((one) => keyOf(one) === keyOf(line))
  return (
    <tr>
      <th scope="row">
        {line.label}
        <span className="small muted">
          {own
            ? `${own.quantity}${isHours(own) ? ' h' : ''} × ${amountText(own.unitPrice)}${taxOf(own)}`
            : 'not in this quote'}
        </span>
      </th>
      <td>{own ? amountText(own.amount) : <span className="muted">–</span>}</td>
    </tr>
  )
}

const TripLink = ({ quoteId }: { readonly quoteId: string }) => {
  const trip = useQuery(queryOf(TRIP_OF_QUOTE, { quoteId })).data?.tripList.nodeList[0]
  return (
    trip && (
      <span>
        Trip{' '}
        <Link className="mono" to="/data/$kind" params={{ kind: 'trips' }} search={{ open: trip.tripId }}>
          {trip.tripNumber}
        </Link>
      </span>
    )
  )
}

const Validity = ({ quote, now }: { readonly quote: Quote; readonly now: Date }) => {
  const { status, sentAt, acceptedAt, confirmBy, validUntil, bookedAt } = quote
  if (status === 'SENT' && sentAt !== null) {
    return (
      <span className="row">
        <ExpiryRing from={sentAt} until={validUntil} now={now} />
        <span className="two-lines">
          <span>
            <TimeLeft until={validUntil} now={now} />
          </span>
          <span className="small muted">
            valid until <Moment at={validUntil} />
          </span>
        </span>
      </span>
    )
  }
  if (status === 'ACCEPTED' && acceptedAt !== null && confirmBy !== null) {
    return (
      <span className="row">
        <ExpiryRing from={acceptedAt} until={confirmBy} now={now} />
        <span className="two-lines">
          <span>
            <TimeLeft until={confirmBy} now={now} /> to answer
          </span>
          <span className="small muted">
            <TripLink quoteId={quote.quoteId} />, options until <Moment at={confirmBy} />
          </span>
        </span>
      </span>
    )
  }
  if (status === 'BOOKED' && bookedAt !== null) {
    return (
      <span className="small row">
        <span className="muted">
          booked <Moment at={bookedAt} />
        </span>
        <TripLink quoteId={quote.quoteId} />
      </span>
    )
  }
  return (
    <span className="small muted">
      {status === 'EXPIRED' ? 'was valid until' : 'to be valid until'} <Moment at={validUntil} />
      {status === 'EXPIRED' && '. The buyer cannot accept it any more.'}
    </span>
  )
}

const termsOf = ({ terms }: Quote): string =>
  [
    terms.isSubjectToApproval && `subject to our approval, ${terms.approvalHours} h after acceptance`,
    terms.depositPercent !== null && `deposit ${terms.depositPercent} %`,
    ...terms.cancellationList.map(({ hoursBefore, percent }) => `cancelled ${hoursBefore} h before ${percent} %`),
    terms.text,
  ]
    .filter(Boolean)
    .join(' · ')
    .replace(/^./, (letter) => letter.toUpperCase())

interface QuoteCardProps {
  readonly request: Request
  readonly quote: Quote
  /** The lines of all quotes of the request. */
  readonly lines: readonly QuoteLine[]
  readonly now: Date
}

export const QuoteCard = ({ request, quote, lines, now }: QuoteCardProps) => {
  const { registration, acftType } = quote.aircraft
  const terms = termsOf(quote)
  return (
    <article className={`quote quote-${quote.status.toLowerCase()}`} aria-label={`Quote ${quoteName(quote)}`}>
      <div className="quote-head">
        <div className="row">
          <span>
            <b className="mono">{registration}</b>{' '}
            <span className="muted">
              {acftType.manufacturer} {acftType.model}
            </span>
          </span>
          <span className="push">
            <StateTag words={QUOTE_WORDS[quote.status]} />
          </span>
        </div>
        <p className="quote-gross number">
          {amountText(quote.gross)} <span className="small muted">{quote.gross.currency} gross</span>
        </p>
        <p className="small muted">
          <Link className="mono" to="/data/$kind" params={{ kind: 'quotes' }} search={{ open: quote.quoteId }}>
            {quote.quoteNumber}
          </Link>
          {quote.revision > 1 && `, revision ${quote.revision}`}
        </p>
      </div>
      <table className="quote-lines">
        <caption className="unseen">Lines of {quoteName(quote)}</caption>
        <tbody>
          {lines.map((line) => (
            <Line key={keyOf(line)} line={line} of={quote.lineList} />
          ))}
          <tr className="quote-sum">
            <th scope="row">Net</th>
            <td>{amountText(quote.net)}</td>
          </tr>
          <tr>
            <th scope="row">Tax</th>
            <td>{amountText(quote.tax)}</td>
          </tr>
          <tr className="quote-sum">
            <th scope="row">Gross</th>
            <td>{amountText(quote.gross)}</td>
          </tr>
        </tbody>
      </table>
      <div className="quote-feet">
        <Validity quote={quote} now={now} />
        {terms !== '' && <p className="small muted">{terms}</p>}
        {quote.statusReason !== null && <p className="small">“{quote.statusReason}”</p>}
        <QuoteActions request={request} quote={quote} />
        <QuoteConversation request={request} quote={quote} />
      </div>
    </article>
  )
}
