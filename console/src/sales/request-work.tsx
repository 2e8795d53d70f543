/** One request, worked on: what is asked for, its quotes side by side, and the next step. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordConversation } from '../data/conversation/record-conversation.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { useNow } from '../parts/expiry.tsx'
import { Icon } from '../parts/icon.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { StepDialog } from '../parts/step-dialog.tsx'
import { useAddress } from '../shell/address.ts'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { partyName } from '../text/party-name.ts'
import { EndedQuotes, Revisions } from './ended-quotes.tsx'
import { type Quote, REQUEST, REQUEST_STATUS, type Request } from './queries.ts'
import { linesOf, QuoteCard } from './quote-card.tsx'
import { QuoteForm } from './quote-form.tsx'
import { RequestHead } from './request-head.tsx'
import { isStanding, quoteName } from './request-words.ts'
import { tells } from './tells.ts'

const Decline = ({ request }: { readonly request: Request }) => {
  const [isAsked, setAsked] = useState(false)
  const step = useChange(REQUEST_STATUS)
  const buyer = partyName(request.buyer)
  const sent = request.quoteList.filter(({ status }) => status === 'SENT')
  const close = () => setAsked(false)
  const { charterRequestId, version: expectedVersion } = request
  return (
    <>
      <Button onClick={() => setAsked(true)}>Decline the request…</Button>
      <StepDialog
        question={
          isAsked
            ? {
                title: `Decline the request of ${buyer}?`,
                verb: 'Decline the request',
                isDestructive: true,
                follows: [
                  tells(request),
                  ...(sent.length > 0
                    ? [{ icon: 'cross', says: `Withdraws ${sent.map(quoteName).join(' and ')}` } as const]
                    : []),
                  { icon: 'alert', says: 'There is no undo: the buyer asks anew.' },
                ],
                reason: {
                  label: `Why, as ${buyer} reads it`,
                  isNeeded: true,
                  usual: ['No aircraft free on these days'],
                },
              }
            : null
        }
        change={step}
        onConfirm={(reason) =>
          step.mutate({ charterRequestId, status: 'DECLINED', reason, expectedVersion }, { onSuccess: close })
        }
        onClose={close}
      />
    </>
  )
}

const Actions = ({ request }: { readonly request: Request }) => {
  const viewer = useViewer()
  const { change } = useAddress('/sales')
  const isLive = request.status === 'OPEN' || request.status === 'QUOTED'
  const isAccepted = request.quoteList.some(({ status }) => status === 'ACCEPTED')
  if (!isLive || isAccepted || !mayDo(viewer, 'sales:write')) return null
  const isFirst = !request.quoteList.some(isStanding)
  return (
    <div className="row">
      <Button
        leftSection={<Icon name="plus" />}
        {...(isFirst ? { variant: 'filled' } : {})}
        onClick={() => change({ new: 'quote' })}
      >
        {isFirst ? 'Quote an aircraft' : 'Quote another aircraft'}
      </Button>
      <Decline request={request} />
    </div>
  )
}

const Writing = ({ request }: { readonly request: Request }) => {
  const { search, change } = useAddress('/sales')
  const quote = request.quoteList.find(({ quoteId, status }) => quoteId === search.draft && status === 'DRAFT') ?? null
  const isNew = search.new === 'quote'
  const close = () => change({ new: undefined, draft: undefined })
  return (
    <SideDrawer
      title={quote ? `${quoteName(quote)}, ${quote.aircraft.registration}` : `Quote for ${partyName(request.buyer)}`}
      isOpen={isNew || quote !== null}
      isWide
      onClose={close}
    >
      <QuoteForm key={quote?.quoteId ?? 'new'} request={request} quote={quote} onDone={close} onCancel={close} />
    </SideDrawer>
  )
}

/** What was sent before it expired and then revised is over. */
const isShown = (quote: Quote): boolean => isStanding(quote) && quote.supersededById === null

interface RequestWorkProps {
  readonly charterRequestId: string
  readonly isAlone: boolean
  /** False where the page shows the first of the pile by itself. */
  readonly isChosen: boolean
}

interface WorkedProps extends Omit<RequestWorkProps, 'charterRequestId'> {
  readonly request: Request
}

const Worked = ({ request, isAlone, isChosen }: WorkedProps) => {
  const now = useNow()
  const standing = request.quoteList.filter(isShown)
  return (
    <div className="stack">
      <RequestHead request={request} isAlone={isAlone} />
      {standing.length > 0 && (
        <div className="quotes">
          {standing.map((quote) => (
            <QuoteCard key={quote.quoteId} request={request} quote={quote} lines={linesOf(standing)} now={now} />
          ))}
        </div>
      )}
      <Actions request={request} />
      <Revisions quotes={request.quoteList} />
      <EndedQuotes request={request} quotes={request.quoteList.filter((quote) => !isShown(quote))} />
      {request.createdBy?.applicationName != null && (
        <div className="panel panel-body">
          <RecordConversation of="CharterRequest" id={request.charterRequestId} isOpened={isChosen} />
        </div>
      )}
      <Writing request={request} />
    </div>
  )
}

export const RequestWork = ({ charterRequestId, ...shown }: RequestWorkProps) => {
  const query = useQuery(queryOf(REQUEST, { charterRequestId }))
  return (
    <Loaded query={query} rows={5}>
      {({ charterRequest }) =>
        charterRequest ? (
          <Worked request={charterRequest} {...shown} />
        ) : (
          <div className="panel">
            <Empty icon="search" title="There is no such request" />
          </div>
        )
      }
    </Loaded>
  )
}
