/** What the operator can do with a quote: one next step as a button, the others beside it. What ends something asks. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { Route } from '../parts/route.tsx'
import { type Consequence, StepDialog, type StepQuestion } from '../parts/step-dialog.tsx'
import { useAddress } from '../shell/address.ts'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { utcDayShort, utcFull, utcMinutes } from '../text/instant.ts'
import { listed } from '../text/listed.ts'
import { moneyText } from '../text/money.ts'
import { partyName } from '../text/party-name.ts'
import { QUOTE_REVISE, QUOTE_STATUS, type Quote, type Request } from './queries.ts'
import { quoteName } from './request-words.ts'
import { tells } from './tells.ts'

type Target = 'SENT' | 'ACCEPTED' | 'BOOKED' | 'REJECTED' | 'WITHDRAWN'

const NO_UNDO: Consequence = { icon: 'alert', says: 'There is no undo.' }

/** What else of the request ends when this one is accepted. */
const endsOthers = ({ quoteList }: Request, quote: Quote): Consequence[] => {
  const others = quoteList.filter(({ quoteId }) => quoteId !== quote.quoteId)
  const named = (status: Quote['status']) => others.filter((other) => other.status === status).map(quoteName)
  const [sent, drafts] = [named('SENT'), named('DRAFT')]
  return [
    ...(sent.length > 0 ? [{ icon: 'cross', says: `Rejects ${listed(sent)}` } as const] : []),
    ...(drafts.length > 0 ? [{ icon: 'cross', says: `Withdraws the draft ${listed(drafts)}` } as const] : []),
  ]
}

const Flights = ({ quote }: { readonly quote: Quote }) => (
  <>
    Makes a trip with {quote.legList.length === 1 ? 'one flight' : `${quote.legList.length} flights`},{' '}
    {quote.terms.isSubjectToApproval ? 'as options until you book' : 'confirmed'}:
    <ul className="consequence-flights">
      {quote.legList.map(({ legIndex, adep, ades, offBlock, isPositioning }) => (
        <li key={legIndex} className="number">
          {utcDayShort(new Date(offBlock))} {utcMinutes(new Date(offBlock))} <Route from={adep.iCAO} to={ades.iCAO} />
          {isPositioning && ' ferry'}
        </li>
      ))}
    </ul>
  </>
)

const questionOf = (request: Request, quote: Quote, target: Target): StepQuestion => {
  const [name, buyer] = [quoteName(quote), partyName(request.buyer)]
  const about = `${moneyText(quote.gross)}, ${quote.aircraft.registration}.`
  switch (target) {
    case 'SENT':
      return {
        title: `Send ${name} to ${buyer}?`,
        verb: 'Send the quote',
        about,
        follows: [
          tells(request),
          { icon: 'clock', says: `It can be accepted until ${utcFull(new Date(quote.validUntil))}` },
          ...(quote.revision > 1
            ? [{ icon: 'forward', says: `Takes the place of revision ${quote.revision - 1}` } as const]
            : []),
        ],
      }
    case 'ACCEPTED':
      return {
        title: `Accept ${name} for ${buyer}?`,
        verb: quote.terms.isSubjectToApproval ? 'Accept' : 'Accept and book',
        about: `${about} ${quote.terms.isSubjectToApproval ? 'You still book it afterwards.' : 'This books at once.'}`,
        follows: [
          { icon: 'plus', says: <Flights quote={quote} /> },
          ...endsOthers(request, quote),
          tells(request),
          NO_UNDO,
        ],
        reason: { label: 'How did the buyer say yes?' },
      }
    case 'BOOKED':
      return {
        title: `Book ${name}?`,
        verb: 'Book',
        about,
        follows: [{ icon: 'check', says: 'Confirms the flights that are options now' }, tells(request), NO_UNDO],
      }
    case 'REJECTED':
      return {
        title: `Reject ${name} for ${buyer}?`,
        verb: 'Reject the quote',
        isDestructive: true,
        follows: [{ icon: 'cross', says: 'The quote is over; the request stays' }, tells(request), NO_UNDO],
        reason: { label: 'Why, in the buyer’s words' },
      }
    default:
      return {
        title: quote.status === 'DRAFT' ? `Discard the draft ${name}?` : `Withdraw ${name}?`,
        verb: quote.status === 'DRAFT' ? 'Discard the draft' : 'Withdraw the quote',
        isDestructive: true,
        follows: [
          ...(quote.status === 'ACCEPTED'
            ? [{ icon: 'cross', says: 'Cancels the flights that were made for it' } as const]
            : []),
          quote.status === 'DRAFT' ? { icon: 'eye', says: 'The buyer never saw it' } : tells(request),
          NO_UNDO,
        ],
        ...(quote.status === 'DRAFT'
          ? {}
          : {
              reason: {
                label: `Why, as ${buyer} reads it`,
                isNeeded: quote.status === 'ACCEPTED',
              },
            }),
      }
  }
}

interface Step {
  readonly target: Target
  readonly label: string
  readonly isNext?: true
}

const STEPS: Readonly<Partial<Record<Quote['status'], readonly Step[]>>> = {
  DRAFT: [
    { target: 'SENT', label: 'Send…', isNext: true },
    { target: 'WITHDRAWN', label: 'Discard…' },
  ],
  SENT: [
    // The buyer accepts; doing it for them is never the first thing that offers itself.
    { target: 'ACCEPTED', label: 'Accept for the buyer…' },
    { target: 'REJECTED', label: 'Reject for the buyer…' },
    { target: 'WITHDRAWN', label: 'Withdraw…' },
  ],
  ACCEPTED: [
    { target: 'BOOKED', label: 'Book…', isNext: true },
    { target: 'WITHDRAWN', label: 'Withdraw…' },
  ],
}

const Revise = ({ quote }: { readonly quote: Quote }) => {
  const { change } = useAddress('/sales')
  // The button goes once the draft is read: what follows must not go with it.
  const revision = useChange(QUOTE_REVISE, ({ quoteRevise }) => change({ draft: quoteRevise.quote?.quoteId }))
  const revise = () => revision.mutate({ quoteId: quote.quoteId, expectedVersion: quote.version })
  return (
    <>
      <Button size="xs" loading={revision.isPending} onClick={revise}>
        {quote.status === 'EXPIRED' ? `Offer anew as revision ${quote.revision + 1}` : 'Revise'}
      </Button>
      <FailureNote error={revision.error} what="Nothing was changed." />
    </>
  )
}

interface QuoteActionsProps {
  readonly request: Request
  readonly quote: Quote
}

export const QuoteActions = ({ request, quote }: QuoteActionsProps) => {
  const viewer = useViewer()
  const { change } = useAddress('/sales')
  const [target, setTarget] = useState<Target | null>(null)
  const step = useChange(QUOTE_STATUS)
  const isOver = request.status !== 'OPEN' && request.status !== 'QUOTED'
  const steps = STEPS[quote.status] ?? []
  const isRevisable =
    (quote.status === 'SENT' || quote.status === 'EXPIRED') &&
    !isOver &&
    !request.quoteList.some(
      (other) => other.status === 'DRAFT' && other.quoteNumber === quote.quoteNumber && other.revision > quote.revision,
    )
  if (!mayDo(viewer, 'sales:write') || (steps.length === 0 && !isRevisable)) return null
  const close = () => setTarget(null)
  const { quoteId, version: expectedVersion } = quote
  return (
    <div className="row">
      {quote.status === 'DRAFT' && (
        <Button size="xs" onClick={() => change({ draft: quoteId })}>
          Change
        </Button>
      )}
      {isRevisable && <Revise quote={quote} />}
      {steps.map(({ target: to, label, isNext }) => (
        <Button key={to} size="xs" {...(isNext ? { variant: 'filled' } : {})} onClick={() => setTarget(to)}>
          {label}
        </Button>
      ))}
      <StepDialog
        question={target && questionOf(request, quote, target)}
        change={step}
        onConfirm={(reason) =>
          target && step.mutate({ quoteId, status: target, reason, expectedVersion }, { onSuccess: close })
        }
        onClose={close}
      />
    </div>
  )
}
