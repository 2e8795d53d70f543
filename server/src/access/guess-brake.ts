/**
 * Slows guessing down without locking anybody out (access-model §10). The first few failures are free; then each
 * has to wait, at most half a minute. It is counted by person and network, and a browser the person has signed in
 * with before is counted by itself: whoever else guesses cannot slow it down.
 */
import { addSeconds } from '../domain/clock.ts'
import { brakeState, recordFailure, releaseBrake } from '../storage/guess-brakes.ts'
import type { TenantReader, TenantTx } from '../storage/storage.ts'

const FAILURES_FREE = 5
const WAIT_MOST_SECONDS = 30
const FORGOTTEN_AFTER_SECONDS = 15 * 60

export interface Guesser {
  readonly who: string
  /** The network address, or the known browser. */
  readonly from: string
}

/** An IPv6 network is one guesser: a single machine there has more addresses than it could ever use up. */
export const networkOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 4).join(':') : address

const subjectOf = ({ who, from }: Guesser): string => `${who} ${from}`

/** Seconds to wait before the next try; 0 where it may be made now. */
export const waitSeconds = async (reader: TenantReader, guesser: Guesser): Promise<number> => {
  const state = await brakeState(reader, subjectOf(guesser))
  if (!state || state.failures < FAILURES_FREE) return 0
  const wait = Math.min(WAIT_MOST_SECONDS, 2 ** (state.failures - FAILURES_FREE))
  const left = (addSeconds(state.lastFailedAt, wait) - (await reader.now())) / 1000
  return Math.max(0, Math.ceil(left))
}

export const guessedWrong = async (tx: TenantTx, guesser: Guesser): Promise<void> =>
  recordFailure(tx, subjectOf(guesser), addSeconds(await tx.now(), -FORGOTTEN_AFTER_SECONDS))

export const guessedRight = (tx: TenantTx, guesser: Guesser): Promise<void> => releaseBrake(tx, subjectOf(guesser))
