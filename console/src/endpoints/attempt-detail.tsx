/** One try: what was answered, the other tries of the same message, and sending it again. */
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Facts, Section } from '../data/record-parts.tsx'
import { Moment } from '../parts/moment.tsx'
import { Note } from '../states/note.tsx'
import { AttemptOutcome } from './attempt-table.tsx'
import { type AttemptDetail as Detail, outcomeWord, spanOf, tryWord } from './endpoint.ts'

interface AttemptDetailProps<One extends Detail> {
  readonly attempt: One
  /** Those of the log of the same endpoint. */
  readonly all: readonly One[]
  readonly linkTo: (attempt: One) => LinkProps
  readonly children: ReactNode
}

const Outcome = ({ attempt }: { readonly attempt: Detail }) =>
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
    </Note>
  )

const Tries = <One extends Detail>({ attempt, all, linkTo }: Omit<AttemptDetailProps<One>, 'children'>) => {
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

export const AttemptDetail = <One extends Detail>({ attempt, all, linkTo, children }: AttemptDetailProps<One>) => (
  <div className="stack">
    <Outcome attempt={attempt} />
    <div className="halves">
      <div className="stack">
        <Section title="Message">
          <Facts
            facts={[
              { name: 'webhook-id', value: <code>{attempt.messageId}</code> },
              { name: 'Sent', value: <Moment at={attempt.at} as="full" /> },
              { name: 'Record', value: attempt.entityId && <code>{attempt.entityId}</code> },
              { name: 'From change to try', value: attempt.delayMs === null ? null : spanOf(attempt.delayMs) },
              { name: 'Their answer took', value: spanOf(attempt.tookMs) },
            ]}
          />
        </Section>
        <Tries attempt={attempt} all={all} linkTo={linkTo} />
      </div>
      <Section title="Answer" aside="first kilobyte, as text">
        {attempt.answer === '' ? (
          <p className="muted">{attempt.status === null ? 'There was none.' : 'It was empty.'}</p>
        ) : (
          <pre className="code-lines">{attempt.answer}</pre>
        )}
      </Section>
    </div>
    {children}
  </div>
)
