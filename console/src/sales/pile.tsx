/** The requests by who is waited for: that is the work. */

import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { Route } from '../parts/route.tsx'
import { StateTag } from '../parts/tag.tsx'
import { partyName } from '../text/party-name.ts'
import type { PiledRequest } from './queries.ts'
import { cameThrough, legsInWords, nextOf, STATUS_WORDS, type Waits, waitsFor } from './request-words.ts'

const HEADS = { us: 'Waits for us', buyer: 'Waits for the buyer', nobody: 'Ended' } as const satisfies Record<
  Waits,
  string
>

const Line = ({ request, isOpen, now }: LineProps) => {
  const waits = waitsFor(request)
  const [first] = request.legList
  return (
    <li>
      <Link
        from="/sales"
        to="."
        search={(search) => ({ ...search, open: request.charterRequestId })}
        aria-current={isOpen ? 'true' : undefined}
      >
        <b>{partyName(request.buyer)}</b>
        {first && <Route from={first.adep.iCAO} to={first.ades.iCAO} />}
        <span className="small muted">
          {legsInWords(request)} · {cameThrough(request)}
        </span>
        {waits === 'nobody' ? (
          <StateTag words={STATUS_WORDS[request.status]} />
        ) : (
          <span className={waits === 'us' ? 'small pile-hot number' : 'small muted number'}>
            {nextOf(request, now)}
          </span>
        )}
      </Link>
    </li>
  )
}

interface LineProps {
  readonly request: PiledRequest
  readonly isOpen: boolean
  readonly now: Date
}

interface PileProps {
  readonly requests: readonly PiledRequest[]
  readonly open: string | undefined
  readonly now: Date
}

export const Pile = ({ requests, open, now }: PileProps) => {
  const groups = Map.groupBy(requests, waitsFor)
  return (Object.keys(HEADS) as Waits[])
    .filter((waits) => groups.has(waits))
    .map((waits) => (
      <section key={waits} aria-label={HEADS[waits]}>
        <h2 className="pile-head">
          {waits === 'us' && <Icon name="clock" />}
          {HEADS[waits]}
          <span className="number">{groups.get(waits)?.length}</span>
        </h2>
        <ul className="pile">
          {groups.get(waits)?.map((request) => (
            <Line
              key={request.charterRequestId}
              request={request}
              isOpen={request.charterRequestId === open}
              now={now}
            />
          ))}
        </ul>
      </section>
    ))
}
