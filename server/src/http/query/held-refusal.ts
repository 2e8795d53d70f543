/**
 * Delays 429 responses by 250 ms so that clients that retry immediately cannot saturate the process (threats row 58).
 * Retry-After is at least one second, so clients that respect it lose nothing. The number of delayed responses is
 * limited, so that they cannot use up the server's capacity.
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
