/** Describes the failure of a read or a change and what to do, in the same words everywhere. */
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { asGraphFailure, type GraphFailure } from '../graph/failure.ts'
import { inWords } from '../graph/problems.ts'
import { signInAddress } from '../graph/sign-in-address.ts'
import { Note } from './note.tsx'

interface FailureNoteProps {
  /** Null where nothing failed. */
  readonly error: unknown
  /** What did not happen: "The key was not created." Only a change has it. */
  readonly what?: string
  /** What an earlier read left on the page: "This is not up to date." */
  readonly stale?: string
  readonly onRetry?: () => void
  /** Fields of the form that show their own message: what stands there is not said a second time. */
  readonly fields?: readonly string[]
}

/** After a lost response it is unknown whether the change was made, so the note does not claim that it was not. */
const headline = (failure: GraphFailure, what: string): string => {
  if (failure.kind === 'arrived') return 'Your earlier try did arrive, with what stood here then.'
  return failure.kind === 'lost' || failure.kind === 'slow' ? 'It is not known whether that was done.' : what
}

const advice = (failure: GraphFailure, isChange: boolean): string => {
  if (failure.kind === 'signed-out' && !isChange) return ' After signing in you are back on this page.'
  if (failure.kind === 'signed-out') return ' Sign in again in another tab, then try again here. What you typed stays.'
  if (failure.kind === 'slow' && isChange) return ' Look whether it was changed before you send it again.'
  if (failure.kind === 'forbidden') return ' An administrator can give you the role that may.'
  if (failure.kind === 'slow') return ' Ask for less, e.g. fewer days, or try again.'
  return isChange && failure.kind === 'lost' ? ' What you typed is still here, and sending it again does it once.' : ''
}

interface RetryActionProps {
  readonly failure: GraphFailure
  readonly isChange: boolean
  readonly onRetry?: () => void
}

/**
 * After a failed read, sign-in leads back here; after a failed change it opens beside the page, which keeps the input.
 */
const RetryAction = ({ failure, isChange, onRetry }: RetryActionProps) => {
  if (failure.kind === 'signed-out' && !isChange) return <a href={signInAddress()}>Sign in and go on</a>
  if (failure.kind === 'signed-out') {
    return (
      <a href="/sign-in/" target="_blank" rel="noopener">
        Sign in again
      </a>
    )
  }
  if (failure.kind === 'forbidden' && !isChange) return <a href="/console/">Go to your first page</a>
  return (
    onRetry && (
      <Button size="xs" onClick={onRetry}>
        Try again
      </Button>
    )
  )
}

const said = ({ kind, message }: GraphFailure): string =>
  kind === 'refused' || kind === 'forbidden' ? inWords(message) : message

const isSaidAtFields = (failure: GraphFailure, fields: readonly string[]): boolean =>
  failure.refusals.length > 0 && failure.refusals.every(({ field }) => field !== null && fields.includes(field))

/** The first wrong field of the form that the note stands in gets the focus: once for each refusal. */
export const useFocusOnWrong = (error: unknown) => {
  const inside = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, after its fields are marked
  useEffect(() => {
    inside.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return inside
}

const Failed = ({ error, what, stale, onRetry, fields = [] }: FailureNoteProps) => {
  const failure = asGraphFailure(error)
  const inside = useFocusOnWrong(error)
  return (
    <div ref={inside}>
      <Note
        tone="fail"
        icon="circleCross"
        role="alert"
        action={<RetryAction failure={failure} isChange={what !== undefined} {...(onRetry ? { onRetry } : {})} />}
      >
        {what !== undefined && <b>{headline(failure, what)} </b>}
        {stale !== undefined && <b>{stale} </b>}
        {!isSaidAtFields(failure, fields) && said(failure)}
        {advice(failure, what !== undefined)}
        {failure.requestId !== null && (
          <>
            {' '}
            Request id <code>{failure.requestId}</code>
          </>
        )}
      </Note>
    </div>
  )
}

export const FailureNote = (props: FailureNoteProps) => props.error != null && <Failed {...props} />
