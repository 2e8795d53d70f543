/** What went wrong with a read or a change, and what to do: the same words everywhere. */
import { Button } from '@mantine/core'
import { asGraphFailure, type GraphFailure } from '../graph/failure.ts'
import { Note } from './note.tsx'

interface FailureNoteProps {
  readonly error: unknown
  /** What did not happen: "The key was not created." Only a change has it. */
  readonly what?: string
  /** What an earlier read left on the page: "This is not up to date." */
  readonly stale?: string
  readonly onRetry?: () => void
}

/** Where the answer was lost, nobody here knows whether the change was carried out; saying "not done" would be a guess. */
const headline = (failure: GraphFailure, what: string): string => {
  if (failure.kind === 'arrived') return 'Your earlier try did arrive, with what stood here then.'
  return failure.kind === 'lost' ? 'It is not known whether that was done.' : what
}

const advice = (failure: GraphFailure, isChange: boolean): string => {
  if (failure.kind === 'signed-out') return ' Sign in again in another tab, then try again here. What you typed stays.'
  return isChange && failure.kind === 'lost' ? ' What you typed is still here, and sending it again does it once.' : ''
}

const RetryAction = ({ failure, onRetry }: { readonly failure: GraphFailure; readonly onRetry?: () => void }) => {
  if (failure.kind === 'signed-out') {
    return (
      <a href="/sign-in/" target="_blank" rel="noopener">
        Sign in again
      </a>
    )
  }
  return (
    onRetry && (
      <Button size="xs" onClick={onRetry}>
        Try again
      </Button>
    )
  )
}

export const FailureNote = ({ error, what, stale, onRetry }: FailureNoteProps) => {
  const failure = asGraphFailure(error)
  return (
    <Note
      tone="fail"
      icon="circleCross"
      role="alert"
      action={<RetryAction failure={failure} {...(onRetry ? { onRetry } : {})} />}
    >
      {what !== undefined && <b>{headline(failure, what)} </b>}
      {stale !== undefined && <b>{stale} </b>}
      {failure.message}
      {advice(failure, what !== undefined)}
      {failure.requestId !== null && (
        <>
          {' '}
          Request id <code>{failure.requestId}</code>
        </>
      )}
    </Note>
  )
}
