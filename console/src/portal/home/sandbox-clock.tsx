/** The clock of the provider's own sandbox operator, and a way to move it (events §4). */
import { useChange } from '../../graph/change.ts'
import { ClockMover } from '../../test-clock/clock-mover.tsx'
import { aheadWords, useRunning } from '../../test-clock/running-clock.ts'
import { useSandbox } from '../use-sandbox.ts'
import { SANDBOX_CLOCK_ADVANCE } from './queries.ts'

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
      <ClockMover clock={clock} now={now} advance={advance} />
    </details>
  )
}
