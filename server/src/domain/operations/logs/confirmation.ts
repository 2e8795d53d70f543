/**
 * A person's own yes to a signature (data §10). An application asks for it; the person opens a page of ours, signs in,
 * reads what exactly is confirmed and says yes. It counts for that content, that application, once, and for a short time.
 */
import { hash } from 'node:crypto'
import { canonicalJson } from '../../canonical-json.ts'
import { signedValues } from './derived-log.ts'
import type { JourneyLog } from './journey-log.ts'

export const CONFIRMATION_PURPOSES = ['LOG_SIGN'] as const
export type ConfirmationPurpose = (typeof CONFIRMATION_PURPOSES)[number]

export const CONFIRMATION_STATES = ['CONFIRMED', 'EXPIRED', 'PENDING', 'REFUSED', 'USED'] as const
type ConfirmationState = (typeof CONFIRMATION_STATES)[number]

/** EXPIRED derives from the time. */
export type KeptState = Exclude<ConfirmationState, 'EXPIRED'>

interface Timed {
  readonly state: KeptState
  readonly expires_at: number
}

export const stateAt = ({ state, expires_at }: Timed, now: number): ConfirmationState =>
  (state === 'PENDING' || state === 'CONFIRMED') && expires_at <= now ? 'EXPIRED' : state

/** The path of the page on which a person confirms. */
export const CONFIRM_PATH = '/confirm/'

export const confirmPlace = (confirmationId: string): string => `${CONFIRM_PATH}?id=${confirmationId}`

/** What a signature of a log covers: this revision of it, with these values and no others. */
export const digestOfLog = (log: JourneyLog): string => {
  const { journeyLogId, flightId, revision } = log
  return hash('sha256', canonicalJson({ journeyLogId, flightId, revision, ...signedValues(log) }), 'base64url')
}
