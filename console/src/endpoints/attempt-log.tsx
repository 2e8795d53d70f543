/** The log of one endpoint: all of it or the tries that ended one way, a page at a time. */
import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'

type Outcome = 'TAKEN' | 'REFUSED' | 'NO_ANSWER'

/** Which part of a log is shown. */
export interface LogPart {
  readonly outcome: Outcome | null
  /** The last try of the page before; null for the latest. */
  readonly before: string | null
}

export const LATEST_TRIES: LogPart = { outcome: null, before: null }

/** As many as the queries ask for. */
const PAGE = 100

const OUTCOMES = [
  { value: '', label: 'Any outcome' },
  { value: 'TAKEN', label: 'Taken' },
  { value: 'REFUSED', label: 'Refused' },
  { value: 'NO_ANSWER', label: 'No answer' },
]

interface AttemptLogProps {
  readonly attempts: readonly { readonly attemptId: string }[]
  readonly part: LogPart
  readonly onPart: (part: LogPart) => void
  /** Where nothing was sent yet. */
  readonly untried: string
  /** The table of these tries. */
  readonly children: ReactNode
}

export const AttemptLog = ({ attempts, part, onPart, untried, children }: AttemptLogProps) => {
  const { outcome, before } = part
  const isEmpty = attempts.length === 0
  if (isEmpty && outcome === null && before === null) return <p className="muted">{untried}</p>
  const last = attempts.at(-1)
  return (
    <>
      <NativeSelect
        aria-label="Outcome"
        data={OUTCOMES}
        value={outcome ?? ''}
        onChange={(event) => onPart({ outcome: (event.currentTarget.value || null) as Outcome | null, before: null })}
      />
      {isEmpty ? (
        <p className="muted">{before === null ? 'No try ended so.' : 'There are no older ones.'}</p>
      ) : (
        <div className="panel">{children}</div>
      )}
      <div className="row">
        {before !== null && (
          <Button variant="default" onClick={() => onPart({ outcome, before: null })}>
            Latest tries
          </Button>
        )}
        {last && attempts.length >= PAGE && (
          <Button variant="default" onClick={() => onPart({ outcome, before: last.attemptId })}>
            Older tries
          </Button>
        )}
      </div>
    </>
  )
}
