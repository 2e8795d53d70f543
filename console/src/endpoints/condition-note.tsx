/** Why an endpoint stands still, if it does: it is off, its receiver does not answer, or more changed than is sent at once. */
import type { ReactNode } from 'react'
import { Moment } from '../parts/moment.tsx'
import { Note } from '../states/note.tsx'
import { counted } from '../text/count.ts'
import { conditionOf, type Endpoint, type MessageCount, messagesWord } from './endpoint.ts'

interface ConditionNoteProps {
  readonly endpoint: Endpoint & {
    readonly offReason: string | null
    readonly givenUpAt: string | null
    readonly delayedSince: string | null
  }
  /** What waits in the feed since it was switched off, where that is known. */
  readonly missed?: MessageCount | undefined
  /** A link to the try that failed last. */
  readonly lastTry: ReactNode
  /** What is said of an endpoint that sends. */
  readonly children: ReactNode
}

export const ConditionNote = ({ endpoint, missed, lastTry, children }: ConditionNoteProps) => {
  if (endpoint.switchedOffAt !== null)
    return (
      <Note tone="attention" icon="pause">
        <b>
          Off since <Moment at={endpoint.switchedOffAt} />
        </b>
        {endpoint.offReason !== null && `: ${endpoint.offReason}`}. Switched on, it goes on where it stopped
        {missed && (
          <>
            : <b>{messagesWord(missed)}</b>, in order
          </>
        )}
        . The feed keeps 30 days.
      </Note>
    )
  if (conditionOf(endpoint, false) !== 'failing')
    return endpoint.delayedSince === null ? (
      children
    ) : (
      <Note tone="attention" icon="pause">
        <b>
          Messages wait since <Moment at={endpoint.delayedSince} />
        </b>
        : more changed than is sent at once. They go out in order, some each second, and none is lost.
      </Note>
    )
  return (
    <Note tone="fail" icon="circleCross">
      <b>
        {counted(endpoint.waitingCount, 'message waits', 'messages wait')} and{' '}
        {endpoint.waitingCount === 1 ? 'goes' : 'go'} out in order once it answers.
      </b>{' '}
      It is switched off{' '}
      {endpoint.givenUpAt === null ? (
        'after three days'
      ) : (
        <>
          on <Moment at={endpoint.givenUpAt} />
        </>
      )}{' '}
      if it never does, and nothing is lost then either. {lastTry}
    </Note>
  )
}
