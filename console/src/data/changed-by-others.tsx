/** A form that somebody else was faster than: both values side by side, and nothing that was typed is lost. */
import { Button } from '@mantine/core'
import { GraphFailure } from '../graph/failure.ts'
import { Note } from '../states/note.tsx'
import type { Draft } from './form-values.ts'
import type { FieldOfKind } from './kinds.ts'

const STALE = 'STALE_VERSION'

export const isStale = (error: unknown): boolean =>
  error instanceof GraphFailure && error.refusals.some(({ code }) => code === STALE)

interface OthersProps {
  readonly fields: readonly FieldOfKind[]
  readonly now: Draft
  readonly draft: Draft
  readonly onDrop: () => void
}

/** Somebody was faster: what stands there now beside what was typed here. */
export const ChangedByOthers = ({ fields, now, draft, onDrop }: OthersProps) => (
  <Note
    tone="attention"
    icon="alert"
    role="alert"
    action={
      <Button size="xs" onClick={onDrop}>
        Drop mine
      </Button>
    }
  >
    <b>Somebody changed this while you wrote.</b> Save again to set what stands here.
    <ul className="plain-list">
      {fields
        .filter(({ name }) => now[name] !== draft[name])
        .map(({ name, label }) => (
          <li key={name}>
            {label}: now “{now[name] || 'not given'}”, yours “{draft[name] || 'not given'}”
          </li>
        ))}
    </ul>
  </Note>
)
