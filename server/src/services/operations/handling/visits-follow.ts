/**
 * Keeps visits and service requests true to a flight that changed, in its transaction (data §8.1, §8.3). Flights that
 * nobody asked a service for cost one look. Locks visits, then requests, after everything of the plan.
 */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { type Circumstances, reviewReasons } from '../../../domain/operations/handling/circumstances.ts'
import { type ReviewRule, reviewRuleOf } from '../../../domain/operations/handling/review-rule.ts'
import type { ReviewReason } from '../../../domain/operations/handling/service-kind.ts'
import {
  isOver,
  type ServiceRequest,
  type ServiceStatus,
  withStep,
} from '../../../domain/operations/handling/service-request.ts'
import type { Visit } from '../../../domain/operations/handling/visit.ts'
import { changedFields } from '../../../domain/versioned.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import {
  lockOpenRequestsOn,
  lockRequestsOn,
  SERVICE_REQUEST,
} from '../../../storage/operations/handling/service-requests.ts'
import { lockVisitsAround, VISIT } from '../../../storage/operations/handling/visits.ts'
import { recordById, removeRecord, touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { settleDocuments } from '../documents/of-request.ts'
import { rulesOf } from '../risk/rules.ts'
import { factsOfFlight, factsOfVisit } from './ground-facts.ts'
import { legsAt, ofLegs, openVisit, settleProviders, visitOf } from './visits.ts'

/** What visits and requests show of a flight, or follow from it. */
const CONCERNING: ReadonlySet<string> = new Set([
  'status',
  'aircraftId',
  'adepId',
  'adesId',
  'divertedToId',
  'offBlock',
  'onBlock',
  'estimatedOffBlock',
  'estimatedOnBlock',
  'calculatedTakeOff',
  'actual',
  'callsign',
  'flightNo',
  'kind',
  'paxTotal',
  'load',
])

const stands = ({ status }: Flight): boolean => status !== 'CANCELLED' && status !== 'OPTION'

/** Each of them is paid for: one flight may lead a hundred. */
const paidBy = ({ looked }: Desk, requests: readonly ServiceRequest[]): readonly ServiceRequest[] => {
  looked?.add(requests.length, 'followed')
  return requests
}

interface Moved {
  readonly tx: ViewTx
  readonly desk: Desk
  readonly now: Circumstances
  /** The operator's own. */
  readonly rules: readonly ReviewRule[]
  /** What is to be said besides what follows from `now`. */
  readonly besides: readonly ReviewReason[]
  /** The graph's field of the request that changed. */
  readonly touched: 'visit' | 'leg'
}

const stepTo = async (tx: ViewTx, { status, historyList }: ServiceRequest, to: ServiceStatus) => ({
  status: to,
  historyList: withStep(historyList, {
    at: await tx.now(),
    by: null,
    from: status,
    to,
    reason: null,
    onBehalfOf: null,
  }),
})

const isAnswered = ({ status }: ServiceRequest): boolean => status === 'ACKNOWLEDGED' || status === 'CONFIRMED'

/** Every open request gets another version: nobody answers one without having read that it changed. */
const settleRequest = async ({ tx, desk, now, rules, besides, touched }: Moved, request: ServiceRequest, more = {}) => {
  const { kind, agreed } = request
  const found = agreed === null ? [] : reviewReasons(reviewRuleOf(rules, kind), agreed, now)
  const reasons = isOver(request) ? [] : [...new Set([...found, ...besides])]
  const isReviewed = isAnswered(request) && reasons.length > 0
  const changes = {
    ...more,
    ...(isReviewed ? await stepTo(tx, request, 'REVIEW') : {}),
    ...(isReviewed || (request.status === 'REVIEW' && reasons.length > 0) ? { reviewReasonList: reasons } : {}),
  }
  const after = await touchRecord(tx, SERVICE_REQUEST, request, { changes, touched: isOver(request) ? [] : [touched] })
  await settleDocuments(tx, desk, request, after)
}

/** Who answered is asked to end it; what nobody answered has ended. */
const cancelRequest = async (tx: ViewTx, desk: Desk, request: ServiceRequest): Promise<void> => {
  const isOpen = isAnswered(request) || request.status === 'REVIEW'
  if (!isOpen && request.status !== 'DRAFT' && request.status !== 'REQUESTED') return
  const step = await stepTo(tx, request, isOpen ? 'CANCELLATION_REQUESTED' : 'CANCELLED')
  const changes = { ...step, reviewReasonList: ['FLIGHT_CANCELLED'] as const }
  const after = await touchRecord(tx, SERVICE_REQUEST, request, { changes, touched: [] })
  await settleDocuments(tx, desk, request, after)
}

/** A provider that is at another airport does not come along. */
const providerAt = async (tx: ViewTx, { providerContactId }: ServiceRequest, airportId: string) => {
  const contact = providerContactId === null ? undefined : await recordById(tx, CONTACT, providerContactId)
  const isElsewhere = (contact?.airportId ?? airportId) !== airportId
  return isElsewhere ? { providerContactId: null, holder: null } : {}
}

/** What stood on a visit that ended stands on this one from now on. */
const moveRequests = async (moved: Moved, from: Visit, to: Visit): Promise<void> => {
  const { tx, desk } = moved
  const { visitId, aircraftId, airportId } = to
  for (const request of paidBy(desk, await lockRequestsOn(tx, 'visit_id', from.visitId))) {
    const provider = airportId === from.airportId || isOver(request) ? {} : await providerAt(tx, request, airportId)
    await settleRequest(moved, request, { visitId, aircraftId, ...provider })
  }
  await settleProviders(tx, to)
  await removeRecord(tx, VISIT, from)
}

/** Which of its legs changed. */
const touchedLegs = (visit: Visit, flightId: string): string[] => [
  ...(visit.arrivalFlightId === flightId ? ['arrival'] : []),
  ...(visit.departureFlightId === flightId ? ['departure'] : []),
]

/** Keys of its new aircraft see what was asked for; whether it still fits is looked at once it stands again. */
const followOption = async (tx: ViewTx, desk: Desk, visit: Visit, own: Flight): Promise<void> => {
  const { aircraftId } = own
  const legs = visit.arrivalFlightId === null ? {} : { departureFlightId: null, departAt: null }
  await touchRecord(tx, VISIT, visit, { changes: { aircraftId, ...legs }, touched: touchedLegs(visit, own.flightId) })
  for (const request of paidBy(desk, await lockRequestsOn(tx, 'visit_id', visit.visitId))) {
    const after = await touchRecord(tx, SERVICE_REQUEST, request, { changes: { aircraftId }, touched: [] })
    await settleDocuments(tx, desk, request, after)
  }
}

const settleVisit = async (tx: ViewTx, desk: Desk, visit: Visit, changed: Flight): Promise<void> => {
  const end = visit.arrivalFlightId === null ? 'DEPARTURE' : 'ARRIVAL'
  const own = (await recordById(tx, FLIGHT, visit.arrivalFlightId ?? visit.departureFlightId ?? '')) as Flight
  const touched = touchedLegs(visit, changed.flightId)
  if (!stands(own)) {
    if (own.aircraftId !== visit.aircraftId) await followOption(tx, desk, visit, own)
    else await touchRecord(tx, VISIT, visit, { touched })
    if (own.status !== 'CANCELLED') return
    for (const request of paidBy(desk, await lockOpenRequestsOn(tx, visit.visitId)))
      await cancelRequest(tx, desk, request)
    return
  }
  const legs = await legsAt(tx, own, end)
  const next = await ofLegs(tx, legs)
  const hasLeft = changed.status === 'CANCELLED' && visit.departureFlightId === changed.flightId
  const besides: readonly ReviewReason[] = hasLeft ? ['FLIGHT_CANCELLED'] : []
  const { reviewRuleList: rules } = await rulesOf(tx)
  const moved = { tx, desk, now: await factsOfVisit(tx, next), rules, besides, touched: 'visit' } as const
  const other = await visitOf(tx, legs)
  if (other && other.visitId !== visit.visitId) return moveRequests(moved, visit, other)
  if (next.airportId !== visit.airportId || next.aircraftId !== visit.aircraftId) {
    return moveRequests(moved, visit, await openVisit(tx, desk, next))
  }
  const written = await touchRecord(tx, VISIT, visit, { changes: next, touched })
  if (written.version === visit.version) return
  for (const request of paidBy(desk, await lockOpenRequestsOn(tx, visit.visitId))) await settleRequest(moved, request)
}

const settleOnFlight = async (tx: ViewTx, desk: Desk, flight: Flight): Promise<void> => {
  const requests = paidBy(desk, await lockRequestsOn(tx, 'flight_id', flight.flightId))
  if (requests.length === 0) return
  const now = await factsOfFlight(tx, flight.flightId)
  const { reviewRuleList: rules } = await rulesOf(tx)
  const { aircraftId } = flight
  for (const request of requests) {
    if (flight.status === 'CANCELLED') await cancelRequest(tx, desk, request)
    else await settleRequest({ tx, desk, now, rules, besides: [], touched: 'leg' }, request, { aircraftId })
  }
}

const visitsAround = async (tx: ViewTx, before: Flight | null, after: Flight): Promise<readonly Visit[]> => {
  const found = await lockVisitsAround(tx, after)
  const hasMoved =
    before !== null &&
    (before.aircraftId !== after.aircraftId || before.offBlock !== after.offBlock || before.onBlock !== after.onBlock)
  const left = hasMoved ? await lockVisitsAround(tx, before) : []
  return [...new Map([...found, ...left].map((visit) => [visit.visitId, visit])).values()]
}

export interface FlightMoved {
  /** Null where the flight is new. */
  readonly before: Flight | null
  readonly after: Flight
  readonly hasOtherCrew?: boolean
}

/** The flight's row is locked, and written; so is its aircraft's, and that of its aircraft before. */
export const followInHandling = async (
  seen: ViewTx,
  desk: Desk,
  { before, after, hasOtherCrew = false }: FlightMoved,
): Promise<void> => {
  if (before !== null && !hasOtherCrew && !changedFields(before, after).some((field) => CONCERNING.has(field))) return
  if (before === null && !stands(after)) return
  const tx = unrestricted(seen)
  for (const visit of await visitsAround(tx, before, after)) {
    const current = await recordById(tx, VISIT, visit.visitId)
    if (current) await settleVisit(tx, desk, current, after)
  }
  if (before !== null) await settleOnFlight(tx, desk, after)
}
