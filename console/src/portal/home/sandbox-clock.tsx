/** The clock of the provider's own sandbox operator, and a way to move it (events §4). */
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { ClockMover } from '../../test-clock/clock-mover.tsx'
import type { Way } from '../../test-clock/clock-way.tsx'
import { aheadWords, useRunning } from '../../test-clock/running-clock.ts'
import { useSandbox } from '../use-sandbox.ts'
import { SANDBOX_CLOCK_ADVANCE, SANDBOX_CLOCK_WAY } from './queries.ts'

const useSandboxWay = (seconds: number | null): Way | undefined =>
  useQuery({ ...queryOf(SANDBOX_CLOCK_WAY, { seconds: seconds ?? 0 }), enabled: seconds !== null }).data?.me.provider
    .sandbox?.testClock.way

export const SandboxClock = () => {
  const { data, dataUpdatedAt } = useSandbox()
  const advance = useChange(SANDBOX_CLOCK_ADVANCE)
  const clock = data?.me.provider.sandbox?.testClock
  const now = useRunning(clock?.now, dataUpdatedAt)
  if (!clock) return null
  return (
    <details>
      <summary>
        {clock.aheadSeconds > 0
          ? `Its clock is ${aheadWords(clock.aheadSeconds)} ahead: move it further`
          : 'Its clock shows the world’s time: move it'}
      </summary>
      <ClockMover
        clock={clock}
        now={now}
        advance={advance}
        useWay={useSandboxWay}
        happened={advance.data?.testClockAdvance.way}
      />
    </details>
  )
}
