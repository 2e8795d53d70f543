/**
 * Whoever asks on beyond their budget is told so a little later: refused at once, they would ask again at once, and the
 * process would be busy refusing them while others wait (threats row 58). Retry-After is a second at least, so nobody
 * who heeds it loses anything. Only so many are held: holding must not become a way to take every place there is.
 */
import { setTimeout as pause } from 'node:timers/promises'

const HELD_MS = 250
const MAX_HELD_REFUSALS = 256

let held = 0

export const holdRefusal = async (): Promise<void> => {
  if (held >= MAX_HELD_REFUSALS) return
  held++
  await pause(HELD_MS)
  held--
}
