/** Above the list: which endpoints do not take their messages, what waits, and when that ends. */
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { Moment } from '../parts/moment.tsx'
import { Note } from '../states/note.tsx'
import { counted } from '../text/count.ts'
import { type Attempt, conditionOf, type Endpoint, nameOf, outcomeWord } from './endpoint.ts'

interface Failing extends Endpoint {
  readonly webhookId: string
  readonly url: string
  readonly description: string
  readonly givenUpAt: string | null
  readonly attemptList: readonly Attempt[]
}

const answerOf = ({ status, problem }: Attempt): string =>
  status === null ? `does not answer: ${problem ?? 'no answer'}` : `answers ${outcomeWord({ status, problem })}`

interface FailingNotesProps<One extends Failing> {
  readonly endpoints: readonly One[]
  readonly linkTo: (endpoint: One, attempt: Attempt) => LinkProps
}

export const FailingNotes = <One extends Failing>({ endpoints, linkTo }: FailingNotesProps<One>) =>
  endpoints
    .filter((endpoint) => conditionOf(endpoint, false) === 'failing')
    .map((endpoint) => {
      const last = endpoint.attemptList.find(({ isTaken }) => !isTaken)
      return (
        <Note
          key={endpoint.webhookId}
          tone="attention"
          icon="alert"
          role="status"
          action={last && <Link {...linkTo(endpoint, last)}>See the last try</Link>}
        >
          <b>
            {nameOf(endpoint)} {last ? answerOf(last) : 'takes nothing'}.
          </b>{' '}
          {counted(endpoint.waitingCount, 'message waits', 'messages wait')} and{' '}
          {endpoint.waitingCount === 1 ? 'goes' : 'go'} out in order once it answers.
          {endpoint.givenUpAt !== null && (
            <>
              {' '}
              It is switched off on <Moment at={endpoint.givenUpAt} /> if it never does.
            </>
          )}
        </Note>
      )
    })
