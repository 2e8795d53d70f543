/**
 * Limits how often something may be done in a sliding window, exactly and across processes: e-mails that anybody can
 * trigger. The times of the last few are kept, so that a refusal can say when the next one is allowed.
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { MAX_NAMED_MAILS_PER_SENDER_AND_HOUR } from '../../domain/limits.ts'
import { secretHash } from '../../domain/secret.ts'
import { userError } from '../../domain/user-error.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { lockAllowance, writeAllowance } from '../../storage/identity/allowances.ts'
import { momentOf } from './messages.ts'

export interface Allowance {
  /** What is counted, and by what: "reset alpine 192.0.2.1". It is stored as a hash. */
  readonly subject: string
  readonly times: number
  readonly seconds: number
}

/** The longest window of any allowance; older times can be removed. */
export const MAX_ALLOWANCE_SECONDS = 24 * 3600

/**
 * Counts the action and returns null if it is allowed, otherwise returns when it will be. A rollback undoes the count.
 */
export const spendAllowance = async (
  tx: TenantTx | PlatformTx,
  { subject, times, seconds }: Allowance,
): Promise<number | null> => {
  const hashed = secretHash(subject)
  const all = await lockAllowance(tx, hashed)
  const now = await tx.realNow()
  const recent = all.filter((time) => addSeconds(time, seconds) > now)
  const [oldest] = recent
  if (oldest !== undefined && recent.length >= times) return addSeconds(oldest, seconds)
  await writeAllowance(tx, hashed, [...recent, now])
  return null
}

/** Counts the action, or refuses it: `limit` says what the limit is, "At most 5 codes an hour are sent to one number". */
export const spendOrRefuse = async (tx: TenantTx | PlatformTx, allowance: Allowance, limit: string): Promise<void> => {
  const free = await spendAllowance(tx, allowance)
  if (free !== null) throw userError('LIMIT_EXCEEDED', `${limit}: wait until ${momentOf(free)}`)
}

/** The same for pages, whose refusal says how many seconds to wait. */
export const spendOrHold = async (tx: TenantTx | PlatformTx, allowance: Allowance, limit: string): Promise<void> => {
  const free = await spendAllowance(tx, allowance)
  if (free === null) return
  const retryAfterSeconds = Math.max(1, Math.ceil((free - (await tx.realNow())) / 1000))
  throw new Failure('too_many_attempts', limit, { retryAfterSeconds })
}

const HOUR = 3600

/** A mail that anybody causes by naming its address. */
export interface NamedMail {
  /** What is sent, and to whom: "resets to alpine anna@alpine.example". */
  readonly subject: string
  /** The network that asks. */
  readonly network: string
  /** The browser has signed in to the address's account before: strangers cannot use up what it may ask for. */
  readonly isKnownBrowser: boolean
  /** How many the address gets in an hour, from all senders. */
  readonly most: number
}

/**
 * Counts the mail; false where it is not sent. Each sender has a few to one address, counted before what the address
 * gets in all: a stranger uses up their own, and whoever owns the address can still ask (threats row 133).
 */
export const mayMail = async (
  tx: TenantTx,
  { subject, network, isKnownBrowser, most }: NamedMail,
): Promise<boolean> => {
  const sender = isKnownBrowser ? 'its own browsers' : network
  const own = { subject: `${subject} from ${sender}`, times: MAX_NAMED_MAILS_PER_SENDER_AND_HOUR, seconds: HOUR }
  if ((await spendAllowance(tx, own)) !== null) return false
  if (isKnownBrowser) return true
  const all = { subject, times: most, seconds: HOUR }
  return (await spendAllowance(tx, all)) === null
}
