/** A sandbox that is being made or filled: how long it may take, and what happens where it fails. */
import { Loader } from '@mantine/core'
import type { ResultOf } from 'gql.tada'
import { Moment } from '../parts/moment.tsx'
import type { ME } from './queries.ts'

type Making = NonNullable<ResultOf<typeof ME>['me']['provider']['sandboxMaking']>

interface SandboxMakingProps {
  readonly making: Making
  /** It is there, and gets fresh data. */
  readonly isThere: boolean
}

export const SandboxMaking = ({ making: { tries, nextTryAt }, isThere }: SandboxMakingProps) => (
  <div className="row sandbox-making" role="status">
    <Loader size="xs" aria-hidden />
    <span className="two-lines">
      <b>{isThere ? 'Your sandbox gets fresh data' : 'Your sandbox is being made'}</b>
      <span className="small muted">
        {tries > 1 ? (
          <>
            It did not work at first. Another try follows at <Moment at={nextTryAt} as="seconds" />, by itself; a mail
            tells you when it is ready.
          </>
        ) : (
          'Aircraft, flights, crew: it takes some seconds. You can go on meanwhile.'
        )}
      </span>
    </span>
  </div>
)
