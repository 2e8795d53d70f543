/** Moves a server's clock to the next noon (UTC), so that no midnight passes within a scenario. */
import type { MovableClock } from '../../src/domain/clock.ts'

const DAY_SECONDS = 86_400

export const advanceToNoon = (clock: MovableClock): void => {
  const sinceNoon = (clock.now() / 1000 + DAY_SECONDS / 2) % DAY_SECONDS
  clock.advanceSeconds(Math.ceil(DAY_SECONDS - sinceNoon))
}
