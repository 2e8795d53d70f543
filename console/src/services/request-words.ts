/** Service requests in words: how far they are, and the one thing to know about each. */
import { spelled } from '../data/spelled.ts'
import type { IconName } from '../parts/icon.tsx'
import type { StateWords } from '../parts/tag.tsx'
import { grouped } from '../text/count.ts'
import { utcMinutes } from '../text/instant.ts'
import { partyName } from '../text/party-name.ts'
import { MINUTE_MS } from '../text/spans.ts'
import type { BoardRequest, Visit } from './queries.ts'

export type ServiceStatus = BoardRequest['status']
export type ServiceKind = BoardRequest['kind']

interface Words extends StateWords {
  readonly icon: IconName
  /** How its cell looks. */
  readonly look: 'wait' | 'done' | 'review' | 'rejected' | 'over'
}

export const STATUS_WORDS: Readonly<Record<ServiceStatus, Words>> = {
  DRAFT: { word: 'Draft', icon: 'pencil', tone: 'line', look: 'wait' },
  REQUESTED: { word: 'Requested', icon: 'ring', tone: 'line', look: 'wait' },
  ACKNOWLEDGED: { word: 'Acknowledged', icon: 'unused', tone: 'line', look: 'wait' },
  CONFIRMED: { word: 'Confirmed', icon: 'circleCheck', tone: 'good', look: 'done' },
  COMPLETED: { word: 'Completed', icon: 'check', tone: 'good', look: 'done' },
  REVIEW: { word: 'Review', icon: 'alert', tone: 'solid', look: 'review' },
  REJECTED: { word: 'Rejected', icon: 'circleCross', tone: 'fail', look: 'rejected' },
  CANCELLATION_REQUESTED: { word: 'Cancelling', icon: 'cross', tone: 'line', look: 'wait' },
  CANCELLED: { word: 'Cancelled', icon: 'cross', tone: 'plain', look: 'over' },
  NOT_REQUIRED: { word: 'Not needed', icon: 'minus', tone: 'plain', look: 'over' },
}

const KIND_WORDS: Readonly<Partial<Record<ServiceKind, string>>> = {
  PAX_TRANSPORT: 'Passenger transport',
  PPR: 'PPR',
  DEICING: 'De-icing',
}

export const kindWords = (kind: ServiceKind): string => KIND_WORDS[kind] ?? spelled(kind)

/** The columns of the board; what is asked for less often shares the last one. */
export const BOARD_COLUMNS: readonly { readonly name: string; readonly kinds: readonly ServiceKind[] }[] = [
  { name: 'Handling', kinds: ['HANDLING'] },
  { name: 'Fuel', kinds: ['FUEL'] },
  { name: 'Catering', kinds: ['CATERING'] },
  { name: 'Transport', kinds: ['CREW_TRANSPORT', 'PAX_TRANSPORT'] },
  { name: 'Hotel', kinds: ['HOTEL'] },
  { name: 'Customs', kinds: ['CUSTOMS', 'SECURITY'] },
  { name: 'PPR, other', kinds: ['PPR', 'PARKING', 'HANGAR', 'DEICING'] },
]

/** They stand on flights, not on visits. */
export const FLIGHT_KINDS: readonly ServiceKind[] = [
  'LANDING_PERMIT',
  'OVERFLIGHT_PERMIT',
  'SLOT',
  'FLIGHT_PLAN',
  'WEATHER_PACKAGE',
]

export const isPermitKind = (kind: ServiceKind): boolean => kind === 'LANDING_PERMIT' || kind === 'OVERFLIGHT_PERMIT'

const REASON_WORDS: Readonly<Record<BoardRequest['reviewReasonList'][number], string>> = {
  AIRCRAFT: 'another aircraft',
  AIRPORT: 'another airport',
  CALLSIGN: 'another callsign',
  CREW_COUNT: 'crew changed',
  FLIGHT_CANCELLED: 'flight cancelled',
  PAX_COUNT: 'passengers changed',
  TIME: 'time changed',
}

export const reasonWords = (reason: BoardRequest['reviewReasonList'][number]): string => REASON_WORDS[reason]

const minutesBetween = (before: string | null | undefined, now: string | null): number | null =>
  before == null || now === null ? null : Math.round((Date.parse(now) - Date.parse(before)) / MINUTE_MS)

const shiftWords = (minutes: number): string => `${minutes < 0 ? '−' : '+'}${Math.abs(minutes)} min`

type Times = Pick<Visit, 'arriveAt' | 'departAt'>

/** "in +36 min": by how much it moved since the provider said yes. */
export const movedWords = ({ agreedFor }: Pick<BoardRequest, 'agreedFor'>, { arriveAt, departAt }: Times): string => {
  const [arrival, departure] = [
    minutesBetween(agreedFor?.arriveAt, arriveAt),
    minutesBetween(agreedFor?.departAt, departAt),
  ]
  if (arrival !== null && arrival !== 0) return `in ${shiftWords(arrival)}`
  return departure !== null && departure !== 0 ? `out ${shiftWords(departure)}` : ''
}

export const amountWords = ({ quantity, unit }: Pick<BoardRequest, 'quantity' | 'unit'>): string =>
  quantity === null ? '' : [grouped(Number(quantity)), unit].filter(Boolean).join(' ')

interface Uplift {
  readonly quantity: string
  readonly unit: string
  readonly densityKgPerLitre: string | null
  readonly ticketNumber: string | null
}

const FUEL_UNIT_WORDS: Readonly<Record<string, string>> = { KG: 'kg', LB: 'lb', LITRE: 'l', USG: 'US gal' }

/** As on its ticket: 1,120 l at 0.803 kg a litre, ticket LB-8812. */
export const upliftWords = ({ quantity, unit, densityKgPerLitre, ticketNumber }: Uplift): string =>
  [
    `${grouped(Number(quantity))} ${FUEL_UNIT_WORDS[unit] ?? unit}`,
    densityKgPerLitre === null ? '' : ` at ${densityKgPerLitre} kg a litre`,
    ticketNumber === null ? '' : `, ticket ${ticketNumber}`,
  ].join('')

const answerWords = ({ result, ...request }: BoardRequest): string =>
  (result?.slotTime ? `slot ${utcMinutes(new Date(result.slotTime))}` : result?.reference) ??
  (amountWords(request) || (request.provider ? partyName(request.provider) : 'no provider'))

/** The one thing to know about it, below its state. */
export const cellWords = (request: BoardRequest, times: Times): string => {
  const { status, statusReason, reviewReasonList, provider } = request
  if (status === 'REVIEW') {
    const [first] = reviewReasonList.filter((reason) => reason !== 'TIME')
    return first ? reasonWords(first) : movedWords(request, times) || 'time changed'
  }
  if (status === 'REJECTED') return statusReason ?? (provider ? partyName(provider) : '')
  if (status === 'DRAFT') return provider ? 'not sent' : 'no provider'
  if (status === 'NOT_REQUIRED') return ''
  return answerWords(request)
}

/** The states on the way, with the present one; what can follow comes after it. */
export const lifeOf = (
  status: ServiceStatus,
): { readonly past: readonly ServiceStatus[]; readonly next: readonly ServiceStatus[] } => {
  switch (status) {
    case 'DRAFT':
      return { past: [], next: ['REQUESTED', 'CONFIRMED', 'COMPLETED'] }
    case 'REQUESTED':
      return { past: [], next: ['CONFIRMED', 'COMPLETED'] }
    case 'ACKNOWLEDGED':
      return { past: ['REQUESTED'], next: ['CONFIRMED', 'COMPLETED'] }
    case 'CONFIRMED':
      return { past: ['REQUESTED'], next: ['COMPLETED'] }
    case 'REVIEW':
      return { past: ['REQUESTED', 'CONFIRMED'], next: ['CONFIRMED'] }
    case 'COMPLETED':
      return { past: ['REQUESTED', 'CONFIRMED'], next: [] }
    case 'REJECTED':
      return { past: ['REQUESTED'], next: ['REQUESTED'] }
    case 'CANCELLATION_REQUESTED':
      return { past: ['REQUESTED', 'CONFIRMED'], next: ['CANCELLED'] }
    default:
      return { past: [], next: [] }
  }
}

const UNCONFIRMED: ReadonlySet<ServiceStatus> = new Set(['DRAFT', 'REQUESTED', 'ACKNOWLEDGED', 'REVIEW', 'REJECTED'])

export const isUnconfirmed = ({ status }: Pick<BoardRequest, 'status'>): boolean => UNCONFIRMED.has(status)
