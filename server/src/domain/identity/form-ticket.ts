/**
 * A one-time ticket in a form that needs no session: the form is accepted once and for a limited time (threats row 25).
 * It is not secret and does not prove who sends the form; the same-origin check shows that a page of ours sent it. Anybody
 * can make one: what it says decides neither how many are kept nor for how long (threats row 602).
 */
import { addSeconds } from '../clock.ts'
import { MAX_CLOCK_DIFFERENCE_SECONDS, SIGN_IN_FORM_SECONDS } from '../limits.ts'
import { type RandomBytes, randomText } from '../secret.ts'

const NONCE_LENGTH = 20
const SHAPE = /^([0-9a-z]{1,10})-([0-9A-Za-z]{20})$/

export const makeFormTicket = (now: number, randomBytes: RandomBytes): string =>
  `${now.toString(36)}-${randomText(NONCE_LENGTH, randomBytes)}`

/** Its nonce; null where the ticket is malformed or has expired. */
export const readFormTicket = (text: string, now: number): string | null => {
  const [, time = '', nonce = ''] = SHAPE.exec(text) ?? []
  const expiresAt = addSeconds(Number.parseInt(time, 36), SIGN_IN_FORM_SECONDS)
  const isCurrent = expiresAt > now && expiresAt <= latestExpiry(now)
  return nonce !== '' && isCurrent ? nonce : null
}

/** When a form that is sent now has expired for certain: it may come from a process whose clock is ahead of this one's. */
export const latestExpiry = (now: number): number =>
  addSeconds(now, SIGN_IN_FORM_SECONDS + MAX_CLOCK_DIFFERENCE_SECONDS)
