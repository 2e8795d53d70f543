/**
 * A person's own yes to a signature (data §10). An application asks for it; the person opens a page of ours, signs in,
 * reads what exactly is confirmed and says yes. It counts for that content, that application, once, and for a short time.
 */
import { hash } from 'node:crypto'
import { canonicalJson } from '../../canonical-json.ts'
import type { Document } from '../documents/document.ts'
import { acceptedValues, type FlightPlan } from '../flights/operational-plan.ts'
import type { Deferral } from './deferral.ts'
import { signedValues } from './derived-log.ts'
import type { JourneyLog } from './journey-log.ts'
import type { Release } from './release.ts'
import type { TechLogEntry } from './tech-log-entry.ts'

export const CONFIRMATION_PURPOSES = [
  'DEFERRAL_ACCEPT',
  'DOCUMENT_ACKNOWLEDGE',
  'FLIGHT_PLAN_ACCEPT',
  'LOG_SIGN',
  'RELEASE_TO_SERVICE',
] as const
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

const digestOf = (values: object): string => hash('sha256', canonicalJson(values), 'base64url')

/** What a signature of a log covers: this revision of it, with these values and no others. */
export const digestOfLog = (log: JourneyLog): string => {
  const { journeyLogId, flightId, revision } = log
  return digestOf({ journeyLogId, flightId, revision, ...signedValues(log) })
}

/** What the commander accepts: this revision of the plan, with these values and no others. */
export const digestOfPlan = (plan: FlightPlan): string =>
  digestOf({ purpose: 'FLIGHT_PLAN_ACCEPT', ...acceptedValues(plan) })

/** What is acknowledged: these revisions with these contents, in whichever order they are named. */
export const digestOfDocuments = (documents: readonly Document[]): string => {
  const read = documents.map(({ documentId, revision, sha256 }) => ({ documentId, revision, sha256 }))
  const inOrder = read.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))
  return digestOf({ purpose: 'DOCUMENT_ACKNOWLEDGE', documents: inOrder })
}

/** The defect as it was found, however often it was opened again. */
const foundValues = (entry: TechLogEntry) => {
  const { techLogEntryId, aircraftId, status, ataChapter, description, foundAt, isNoGo, statusReason } = entry
  return { techLogEntryId, aircraftId, status, ataChapter, description, foundAt, isNoGo, statusReason }
}

/** What accepting a deferral covers: this defect, with these terms and no others. */
export const digestOfDeferral = (entry: TechLogEntry, deferral: Deferral): string =>
  digestOf({ purpose: 'DEFERRAL_ACCEPT', ...foundValues(entry), ...deferral })

/** What a release to service covers: what was done about this defect, and who certifies it. */
export const digestOfRelease = (entry: TechLogEntry, release: Release): string => {
  const { melReference, rectification, partOff, partOn } = entry
  const done = { melReference, rectification, partOff, partOn }
  return digestOf({ purpose: 'RELEASE_TO_SERVICE', ...foundValues(entry), ...done, ...release })
}
