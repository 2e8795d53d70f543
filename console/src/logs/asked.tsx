/**
 * A signature that somebody was asked for: the person signs on a page of their own, and what waited for it is done then.
 * What is asked for outlives a reload, because the question does as well.
 */
import { Button } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOf } from '../graph/query.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { useViewer } from '../shell/viewer.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { CONFIRMATION } from './queries.ts'
import { Unsigned } from './signature.tsx'

export interface Asked<Terms> {
  readonly confirmationId: string
  readonly path: string
  readonly name: string
  /** What the person agrees to, as it will be sent. */
  readonly terms: Terms
}

/** Of one record, for whoever is signed in. */
export const useAsked = <Terms,>(subjectId: string) => {
  const { userId } = useViewer()
  const [asked, setAsked] = useSessionStorage<Asked<Terms> | null>({
    key: `asked ${userId} ${subjectId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  return { asked, setAsked }
}

const WAIT_MS = 2000

const ENDED: Readonly<Record<string, string>> = {
  REFUSED: 'refused it',
  EXPIRED: 'did not answer within 15 minutes',
}

interface WaitingProps {
  readonly asked: Asked<unknown>
  /** "sign the journey log". */
  readonly what: string
  readonly act: { readonly isPending: boolean; readonly error: unknown; readonly run: () => void }
  readonly onEnd: () => void
}

export const Waiting = ({ asked, what, act, onEnd }: WaitingProps) => {
  const { confirmationId, path, name } = asked
  const { data } = useQuery({
    ...queryOf(CONFIRMATION, { confirmationId }),
    refetchInterval: ({ state }) => (state.data?.confirmation?.state === 'PENDING' ? WAIT_MS : false),
  })
  const state = data === undefined ? 'PENDING' : (data.confirmation?.state ?? 'EXPIRED')
  const isDone = useRef(false)
  const { run } = act
  useEffect(() => {
    if (state !== 'CONFIRMED' || isDone.current) return
    isDone.current = true
    run()
  }, [state, run])
  if (act.error) {
    return (
      <>
        <FailureNote error={act.error} what={`${name} signed, and nothing was changed.`} />
        <Button size="xs" onClick={onEnd}>
          Leave it
        </Button>
      </>
    )
  }
  const ended = ENDED[state]
  if (ended !== undefined) {
    return (
      <Unsigned
        title={
          <>
            <b>{name}</b> {ended}
          </>
        }
      >
        <Button size="xs" onClick={onEnd}>
          Ask again or leave it
        </Button>
      </Unsigned>
    )
  }
  return (
    <Unsigned
      title={
        <span role="status">
          {state === 'PENDING' ? 'Waits for ' : 'Signed by '}
          <b>{name}</b>
        </span>
      }
    >
      <p>
        Only {name} can {what}, on a page of their own and within 15 minutes.
      </p>
      <div className="row">
        <a className="with-icon" href={path} target="_blank" rel="noreferrer">
          Open the page here
        </a>
        <CopyButton text={`${location.origin}${path}`} label="Copy its address" />
        <Button size="xs" variant="subtle" onClick={onEnd}>
          Do not wait
        </Button>
      </div>
    </Unsigned>
  )
}
