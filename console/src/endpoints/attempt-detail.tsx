/** One try: what was answered, the other tries of the same message, and sending it again. */
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Facts, Section } from '../data/record-parts.tsx'
import { Moment } from '../parts/moment.tsx'
import { Note } from '../states/note.tsx'
import { counted } from '../text/count.ts'
import { AttemptOutcome } from './attempt-table.tsx'
import { type AttemptDetail as Detail, outcomeWord, spanOf, tryWord, type Waiting } from './endpoint.ts'
import { TimeSplit } from './time-split.tsx'

interface AttemptDetailProps<One extends Detail> {
  readonly attempt: One
  /** Those of the log of the same endpoint. */
  readonly all: readonly One[]
  /** What waits at the endpoint. */
  readonly waiting: readonly Waiting[]
  readonly linkTo: (attempt: One) => LinkProps
  readonly children: ReactNode
}

interface OfWaiting {
  readonly attempt: Detail
  readonly waiting: readonly Waiting[]
}

const NextTry = ({ attempt, waiting }: OfWaiting) => {
  const next = waiting.find(({ messageId }) => messageId === attempt.messageId)?.nextTryAt
  return next ? (
    <>
      {' '}
      Next try at <Moment at={next} />.
    </>
  ) : null
}

/** What waits because this message was not taken. */
const Behind = ({ attempt, waiting }: OfWaiting) => {
  const same = waiting.filter(({ entityId }) => entityId === attempt.entityId)
  if (same.length < 2 || same[0]?.messageId !== attempt.messageId) return null
  return (
    <Note icon="clock">
      {counted(same.length - 1, 'later message')} of <code>{attempt.entityId}</code>{' '}
      {same.length === 2 ? 'waits' : 'wait'} behind this one, to stay in order. Those of other records do not.
    </Note>
  )
}

const Outcome = ({ attempt, waiting }: OfWaiting) =>
  attempt.isTaken ? (
    <Note tone="good" icon="circleCheck">
      <b>
        {outcomeWord(attempt)} in {spanOf(attempt.tookMs)}.
      </b>{' '}
      The receiver took it.
    </Note>
  ) : (
    <Note tone="fail" icon="circleCross">
      <b>{attempt.status === null ? 'No answer' : outcomeWord(attempt)}.</b>{' '}
      {attempt.problem ?? 'Only 200 to 299 within 10 s counts as taken; the message is tried again by its plan.'}
      <NextTry attempt={attempt} waiting={waiting} />
    </Note>
  )

const Tries = <One extends Detail>({ attempt, all, linkTo }: Omit<AttemptDetailProps<One>, 'children' | 'waiting'>) => {
  const same = all.filter(({ messageId }) => messageId === attempt.messageId).toReversed()
  return (
    <Section title="Tries of this message" aside="in the log shown here">
      <ol className="tries">
        {same.map((one) => (
          <li key={one.attemptId} aria-current={one.attemptId === attempt.attemptId ? 'true' : undefined}>
            <Link {...linkTo(one)}>{tryWord(one.number)}</Link>
            <Moment at={one.at} />
            <AttemptOutcome attempt={one} />
            <span className="muted number">{spanOf(one.tookMs)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export const AttemptDetail = <One extends Detail>({
  attempt,
  waiting,
  children,
  ...tries
}: AttemptDetailProps<One>) => (
  <div className="stack">
    <Outcome attempt={attempt} waiting={waiting} />
    <div className="halves">
      <div className="stack">
        <Section title="Message">
          <Facts
            facts={[
              { name: 'webhook-id', value: <code>{attempt.messageId}</code> },
              { name: 'Sent', value: <Moment at={attempt.at} as="full" /> },
              { name: 'Record', value: attempt.entityId && <code>{attempt.entityId}</code> },
              { name: 'From change to try', value: attempt.delayMs === null ? null : spanOf(attempt.delayMs) },
            ]}
          />
        </Section>
        <Section title="Answer" aside="first kilobyte, as text">
          {attempt.answer === '' ? (
            <p className="muted">{attempt.status === null ? 'There was none.' : 'It was empty.'}</p>
          ) : (
            <pre className="code-lines">{attempt.answer}</pre>
          )}
        </Section>
      </div>
      <div className="stack">
        <TimeSplit attempt={attempt} />
        <Tries attempt={attempt} {...tries} />
        <Behind attempt={attempt} waiting={waiting} />
      </div>
    </div>
    {children}
  </div>
)
