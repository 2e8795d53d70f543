/**
 * Slows guessing down without locking anybody out (access-model §10). The first few failures are free; then each has to
 * wait, at most half a minute. Failures are counted by user and network. A browser the user has signed in with before
 * is counted separately, so that other guessers cannot slow it down.
 */
import { addSeconds } from '../../domain/clock.ts'
import { secretHash } from '../../domain/secret.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { type BrakeState, lockBrake, recordGuess, releaseBrake, takeBack } from '../../storage/identity/guess-brakes.ts'

const FAILURES_FREE = 5
const MAX_WAIT_SECONDS = 30
export const FORGOTTEN_AFTER_SECONDS = 15 * 60

export interface Guesser {
  readonly who: string
  /** The network address, or the known browser. */
  readonly from: string
}

const IPV6_GROUPS = 8
const IPV6_NETWORK_GROUPS = 4

/** An IPv6 network counts as one guesser, because a single machine there has more addresses than it can use up. */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, IPV6_NETWORK_GROUPS).join(':')
}

/** Hashed, because the typed name may be of any length, or a password typed into the wrong field. */
const subjectOf = ({ who, from }: Guesser): string => secretHash(`${who} ${from}`)

const secondsLeft = ({ failures, lastFailedAt }: BrakeState, now: number): number => {
  if (failures < FAILURES_FREE) return 0
  const wait = Math.min(MAX_WAIT_SECONDS, 2 ** (failures - FAILURES_FREE))
  // Clocks are corrected by the store's and may go back a little: nobody waits longer for that.
  return Math.max(0, Math.min(wait, Math.ceil((addSeconds(lastFailedAt, wait) - now) / 1000)))
}

/** A guess that was noted, and when the one before it was. */
export interface NotedGuess {
  readonly guesser: Guesser
  readonly at: number
  readonly before: number
}

/**
 * Notes the guess, or says how many seconds it has to wait. A guess counts as failed until it is confirmed, so that
 * simultaneous guesses do not all pass. A guess that has to wait is not counted: repeated tries do not extend the wait.
 */
export const noteGuess = async (tx: TenantTx, guesser: Guesser): Promise<NotedGuess | { readonly wait: number }> => {
  const subject = subjectOf(guesser)
  const brake = await lockBrake(tx, subject)
  const now = await tx.realNow()
  const isForgotten = addSeconds(brake.lastFailedAt, FORGOTTEN_AFTER_SECONDS) < now
  const wait = isForgotten ? 0 : secondsLeft(brake, now)
  if (wait > 0) return { wait }
  await recordGuess(tx, subject, isForgotten ? 1 : brake.failures + 1, now)
  return { guesser, at: now, before: brake.lastFailedAt }
}

/** For a guess that is made at once: seconds to wait, 0 where it may be made. */
export const claimGuess = async (tx: TenantTx, guesser: Guesser): Promise<number> => {
  const noted = await noteGuess(tx, guesser)
  return 'wait' in noted ? noted.wait : 0
}

/** For a guess that nobody looked at. */
export const takeBackGuess = (tx: TenantTx, { guesser, at, before }: NotedGuess): Promise<void> =>
  takeBack(tx, subjectOf(guesser), { at, before })

export const clearFailedGuesses = (tx: TenantTx, guesser: Guesser): Promise<void> =>
  releaseBrake(tx, subjectOf(guesser))
