/**
 * Slows guessing down without locking anybody out (access-model §10). The first few failures are free; then each has to
 * wait, at most half a minute. Failures are counted by user and network, and by what many networks of one guesser share.
 * A browser the user has signed in with before is counted separately, so that other guessers cannot slow it down.
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
  /** From the narrowest on, which is the order in which they are locked. */
  readonly circles?: readonly Circle[]
  /** Whether guesses from everywhere are counted for it as well. */
  readonly isCountedAnywhere?: true
}

/** What a guesser shares with others: the failures of all of them count. */
interface Circle {
  readonly from: string
  readonly free: number
}

/** From wherever guesses come. */
const ANYWHERE = 'anywhere'
/** So many passwords nobody mistypes within a quarter of an hour: then each network has one for nothing. */
export const MANY_FAILURES_ANYWHERE = 100
const FAILURES_FREE_AMONG_MANY = 1
/** What is given to one customer: often all of a /56, sometimes of a /48 (RFC 6177). */
const IPV6_CIRCLES = [
  { bits: 56, free: 20 },
  { bits: 48, free: 50 },
] as const

const IPV6_GROUPS = 8
const IPV6_NETWORK_GROUPS = 4

/** An IPv6 network counts as one guesser, because a single machine there has more addresses than it can use up. */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, IPV6_NETWORK_GROUPS).join(':')
}

const LAST_GROUP_OF_56 = 3

/** The first 56 or 48 bits of a network of 64. */
const widerNetwork = (network: string, bits: 56 | 48): string => {
  const groups = network.split(':').slice(0, LAST_GROUP_OF_56)
  const last = bits === 48 ? [] : [(Number.parseInt(network.split(':')[LAST_GROUP_OF_56] ?? '0', 16) >> 8).toString(16)]
  return [...groups, ...last, `/${bits}`].join(':')
}

/** What one customer is given: a network of IPv6 as wide as any of them, an address of IPv4. */
export const customerNetworkOf = (address: string): string =>
  address.includes(':') ? widerNetwork(networkOf(address), 48) : address

/**
 * Who guesses at what many may know of, such as an account's password. One that comes from ever other networks is slowed
 * down within its provider's part of the network; and where more guesses come than is an accident, a network has one for
 * nothing instead of five. Nobody waits for what others guess, for then strangers could keep a person waiting for ever
 * (threats row 554).
 */
export const unknownBrowser = (who: string, address: string): Guesser => {
  const from = networkOf(address)
  const circles = address.includes(':')
    ? IPV6_CIRCLES.map(({ bits, free }) => ({ from: widerNetwork(from, bits), free }))
    : []
  return { who, from, circles, isCountedAnywhere: true }
}

/** Hashed, because the typed name may be of any length, or a password typed into the wrong field. */
const subjectOf = (who: string, from: string): string => secretHash(`${who} ${from}`)

const secondsLeft = ({ failures, lastFailedAt }: BrakeState, free: number, now: number): number => {
  if (failures < free) return 0
  const wait = Math.min(MAX_WAIT_SECONDS, 2 ** (failures - free))
  // Clocks are corrected by the store's and may go back a little: nobody waits longer for that.
  return Math.max(0, Math.min(wait, Math.ceil((addSeconds(lastFailedAt, wait) - now) / 1000)))
}

/** What counts a guess, and when the failure before it was. */
interface NotedBrake {
  readonly subject: string
  readonly before: number
  readonly failures: number
}

/** A guess that was noted. */
export interface NotedGuess {
  readonly at: number
  /** The guesser's own. */
  readonly own: NotedBrake
  /** What it shares with others. */
  readonly shared: readonly NotedBrake[]
  /** Whether it was the one by which they became many. */
  readonly isManyAnywhere: boolean
}

interface Wait {
  readonly wait: number
  /** Whether many guess at the same from elsewhere. */
  readonly isAmongMany: boolean
}

interface LockedBrake extends NotedBrake {
  readonly wait: (free: number) => number
}

const locked = async (tx: TenantTx, who: string, from: string): Promise<LockedBrake> => {
  const subject = subjectOf(who, from)
  const brake = await lockBrake(tx, subject)
  const now = await tx.realNow()
  const isForgotten = addSeconds(brake.lastFailedAt, FORGOTTEN_AFTER_SECONDS) < now
  return {
    subject,
    before: brake.lastFailedAt,
    failures: isForgotten ? 1 : brake.failures + 1,
    wait: (free) => (isForgotten ? 0 : secondsLeft(brake, free, now)),
  }
}

/**
 * Notes the guess, or says how many seconds it has to wait. A guess counts as failed until it is confirmed, so that
 * simultaneous guesses do not all pass. A guess that has to wait is not counted: repeated tries do not extend the wait.
 */
export const noteGuess = async (tx: TenantTx, guesser: Guesser): Promise<NotedGuess | Wait> => {
  const { who, from, circles = [], isCountedAnywhere = false } = guesser
  const own = await locked(tx, who, from)
  const wider: LockedBrake[] = []
  for (const circle of circles) wider.push(await locked(tx, who, circle.from))
  const anywhere = isCountedAnywhere ? await locked(tx, who, ANYWHERE) : null
  const isAmongMany = anywhere !== null && anywhere.failures > MANY_FAILURES_ANYWHERE
  const wait = Math.max(
    own.wait(isAmongMany ? FAILURES_FREE_AMONG_MANY : FAILURES_FREE),
    ...circles.map(({ free }, index) => wider[index]?.wait(free) ?? 0),
  )
  if (wait > 0) return { wait, isAmongMany }
  const at = await tx.realNow()
  const shared = anywhere === null ? wider : [...wider, anywhere]
  for (const { subject, failures } of [own, ...shared]) await recordGuess(tx, subject, failures, at)
  return { at, own, shared, isManyAnywhere: anywhere?.failures === MANY_FAILURES_ANYWHERE }
}

/** For a guess that is made at once: seconds to wait, 0 where it may be made. */
export const claimGuess = async (tx: TenantTx, guesser: Guesser): Promise<number> => {
  const noted = await noteGuess(tx, guesser)
  return 'wait' in noted ? noted.wait : 0
}

const takenBack = async (tx: TenantTx, at: number, brakes: readonly NotedBrake[]): Promise<void> => {
  for (const { subject, before } of brakes) await takeBack(tx, subject, { at, before })
}

/** For a guess that nobody looked at. */
export const takeBackGuess = (tx: TenantTx, { at, own, shared }: NotedGuess): Promise<void> =>
  takenBack(tx, at, [own, ...shared])

/** It was right: its network begins anew, while what others guessed goes on to count. */
export const wasRight = async (tx: TenantTx, { at, own, shared }: NotedGuess): Promise<void> => {
  await releaseBrake(tx, own.subject)
  await takenBack(tx, at, shared)
}

export const clearFailedGuesses = (tx: TenantTx, { who, from }: Guesser): Promise<void> =>
  releaseBrake(tx, subjectOf(who, from))
