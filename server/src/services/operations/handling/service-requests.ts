/** Asks for services and changes what was asked for. Answers are in service-steps.ts. */
import { PROVIDER_KINDS } from '../../../domain/operations/contact.ts'
import { MAX_REQUESTS_PER_PLACE } from '../../../domain/operations/handling/handling-limits.ts'
import { isOfFlight, isPermit, type ServiceKind } from '../../../domain/operations/handling/service-kind.ts'
import { type ServiceRequest, withStep } from '../../../domain/operations/handling/service-request.ts'
import {
  type Permit,
  type PermitInput,
  permitOf,
  permitProblems,
  permitUngranted,
} from '../../../domain/operations/handling/service-result.ts'
import type { Visit } from '../../../domain/operations/handling/visit.ts'
import type { InputOf, PatchOf } from '../../../domain/records/description.ts'
import { refuseProblems, staleVersion, userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { lockAskedOn, SERVICE_REQUEST } from '../../../storage/operations/handling/service-requests.ts'
import { VISIT } from '../../../storage/operations/handling/visits.ts'
import {
  changeRecord,
  createRecord,
  expectVersion,
  lockRecord,
  lockRecords,
  recordById,
} from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { checkedDetails } from '../../records/details.ts'
import { newDetails, type Updating } from '../../records/use-cases.ts'
import { refuseOtherWriters } from '../../records/writers.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import { authorOf, type Desk, type Given } from '../desk.ts'
import { takeBackDocuments } from '../documents/of-request.ts'
import { externalIdsAfter } from '../external-ids.ts'
import { lockFlight } from '../flights/flight-lock.ts'
import { inState } from '../illegal-step.ts'
import { tellPlanWriters } from './told-plans.ts'
import { type FlightEnd, legsAt, ofLegs, openVisit, settleProviders, visitOf } from './visits.ts'

/** What the inputs have beside the record's own fields. */
interface Asked {
  readonly flightEnd?: Given<FlightEnd>
  readonly permit?: Given<PermitInput>
  readonly send?: Given<boolean>
}

export type ServiceRequestInput = InputOf<typeof SERVICE_REQUEST.description> & Asked

const DESCRIPTION = SERVICE_REQUEST.description

/** Where a request stands: a visit, or a flight. Its row is locked. */
type Place =
  | { readonly visit: Visit; readonly flightId: null; readonly aircraftId: string }
  | { readonly visit: null; readonly flightId: string; readonly aircraftId: string }

const lockPlannedFlight = async (tx: ViewTx, flightId: string) => {
  const path = ['input', 'flightId']
  const { flight } = await lockFlight(tx, flightId, path)
  if (flight.status === 'CANCELLED') throw userError('LOCKED', 'Nothing is asked for a cancelled flight', path)
  return flight
}

/** The visit at one end of a flight; it is opened where nobody asked for anything there. */
const visitAtEnd = async (tx: ViewTx, desk: Desk, flightId: string, end: FlightEnd): Promise<Visit> => {
  const flight = await lockPlannedFlight(tx, flightId)
  if (flight.status === 'OPTION') {
    throw userError('LOCKED', 'Services on the ground are asked for once the flight is CONFIRMED', [
      'input',
      'flightId',
    ])
  }
  const legs = await legsAt(tx, flight, end)
  const next = await ofLegs(tx, legs)
  const known = await visitOf(tx, legs)
  return known ? changeRecord(tx, VISIT, known, next) : openVisit(tx, desk, next)
}

const placeOf = async (tx: ViewTx, desk: Desk, input: ServiceRequestInput): Promise<Place> => {
  const { visitId, flightId, flightEnd, kind } = input
  if (isOfFlight(kind)) {
    if (!flightId || visitId || flightEnd) {
      throw userError('VALIDATION', `${kind} stands on a flight: give flightId alone`, ['input', 'flightId'])
    }
    const flight = await lockPlannedFlight(tx, flightId)
    return { visit: null, flightId, aircraftId: flight.aircraftId }
  }
  if (!visitId === !flightId || (flightEnd && !flightId)) {
    const message = `${kind} stands on a visit: give visitId, or flightId with flightEnd`
    throw userError('VALIDATION', message, ['input', 'visitId'])
  }
  const visit = visitId
    ? await lockRecord(tx, VISIT, visitId, ['input', 'visitId'])
    : await visitAtEnd(tx, desk, flightId as string, flightEnd ?? 'ARRIVAL')
  return { visit, flightId: null, aircraftId: visit.aircraftId }
}

/** Counted under the lock of the place. */
const refuseMore = async (tx: ViewTx, { visit, flightId }: Place): Promise<void> => {
  const all = unrestricted(tx)
  const standing = visit
    ? await lockAskedOn(all, 'visit_id', visit.visitId)
    : await lockAskedOn(all, 'flight_id', flightId)
  if (standing.length < MAX_REQUESTS_PER_PLACE) return
  throw userError('LIMIT_EXCEEDED', `A visit or flight has at most ${MAX_REQUESTS_PER_PLACE} requests`)
}

const refuseProvider = async (tx: ViewTx, contactId: string | null): Promise<void> => {
  if (contactId === null) return
  const path = ['input', 'providerContactId']
  const contact = await recordById(unrestricted(tx), CONTACT, contactId)
  if (!contact) throw userError('NOT_FOUND', 'There is no such contact', path)
  if (PROVIDER_KINDS.includes(contact.kind) && contact.erasedAt === null) return
  throw userError('VALIDATION', 'A provider is a contact of kind HANDLER, SUPPLIER or AUTHORITY', path)
}

const permitAsked = (kind: ServiceKind, permit: Given<PermitInput>, before: Permit | null): Permit | null => {
  const path = ['input', 'permit']
  if (!isPermit(kind)) {
    if (permit) throw userError('VALIDATION', 'Only permits have this', path)
    return null
  }
  const next = permit ? permitOf(permit) : before
  if (next === null) throw userError('VALIDATION', 'Say for which country the permit is', path)
  refuseProblems(permitProblems(next, path), [])
  return next
}

export const createServiceRequest = async (
  tx: ViewTx,
  desk: Desk,
  input: ServiceRequestInput,
): Promise<{ readonly serviceRequest: ServiceRequest }> => {
  refuseOtherWriters(DESCRIPTION, desk)
  const permit = permitAsked(input.kind, input.permit, null)
  const place = await placeOf(tx, desk, input)
  await refuseMore(tx, place)
  await refuseProvider(tx, input.providerContactId ?? null)
  const isSent = input.send ?? true
  const given = {
    permit,
    visitId: place.visit?.visitId ?? null,
    flightId: place.flightId,
    aircraftId: place.aircraftId,
    status: isSent ? ('REQUESTED' as const) : ('DRAFT' as const),
    sentAt: isSent ? await tx.now() : null,
    serviceRequestNumber: await nextBusinessNumber(tx, desk, 'serviceRequest'),
  }
  const details = await newDetails(tx, desk, SERVICE_REQUEST, { input, under: ['input'], given })
  const serviceRequest = await createRecord(tx, SERVICE_REQUEST, details)
  if (place.visit) await settleProviders(tx, place.visit)
  await tellPlanWriters(tx, null, serviceRequest)
  return { serviceRequest }
}

/** Its visit first. What moved to another meanwhile was changed by somebody else. */
export const lockRequest = async (
  tx: ViewTx,
  serviceRequestId: string,
): Promise<{ readonly visit: Visit | null; readonly request: ServiceRequest }> => {
  const path = ['serviceRequestId']
  const glimpse = await recordById(tx, SERVICE_REQUEST, serviceRequestId)
  const visit = glimpse?.visitId ? await lockVisit(tx, glimpse.visitId) : null
  const request = await lockRecord(tx, SERVICE_REQUEST, serviceRequestId, path)
  if (request.visitId !== (visit?.visitId ?? null)) throw staleVersion()
  return { visit, request }
}

const lockVisit = async (tx: ViewTx, visitId: string): Promise<Visit> => {
  const visit = (await lockRecords(tx, VISIT, [visitId])).get(visitId)
  if (!visit) throw staleVersion()
  return visit
}

const CHANGING: ReadonlySet<ServiceRequest['status']> = new Set(['DRAFT', 'REQUESTED', 'REJECTED', 'REVIEW'])

/** For another provider it begins anew: that one reads nothing of the first, and nothing before it is sent. */
const givenOn = async (tx: ViewTx, desk: Desk, request: ServiceRequest) => {
  const { status, historyList, permit } = request
  const step = {
    at: await tx.now(),
    by: authorOf(desk),
    from: status,
    to: 'DRAFT',
    reason: null,
    onBehalfOf: null,
  } as const
  return {
    status: 'DRAFT',
    statusReason: null,
    sentAt: null,
    holder: null,
    result: null,
    permit: permit && request.result ? permitUngranted(permit) : permit,
    agreed: null,
    reviewReasonList: [],
    historyList: status === 'DRAFT' ? historyList : withStep(historyList, step),
  } as const
}

export const updateServiceRequest = async (
  tx: ViewTx,
  desk: Desk,
  { id, input, expectedVersion }: Updating<typeof DESCRIPTION>,
): Promise<{ readonly serviceRequest: ServiceRequest }> => {
  refuseOtherWriters(DESCRIPTION, desk)
  const { visit, request } = await lockRequest(tx, id)
  expectVersion(request, expectedVersion)
  if (!CHANGING.has(request.status)) {
    const general = 'What was answered changes no more: ask to cancel it, and ask anew'
    const message = inState(DESCRIPTION, `${general}; it is ${request.status}`, general)
    throw userError('LOCKED', message, ['serviceRequestId'])
  }
  const details = await checkedDetails(tx, DESCRIPTION, desk, { before: request, input, under: ['input'] })
  const isGiven = details.providerContactId !== request.providerContactId
  if (isGiven) await refuseProvider(tx, details.providerContactId)
  const { permit: asked } = input as PatchOf<typeof DESCRIPTION> & Asked
  const externalIdList = await externalIdsAfter(tx, desk, {
    before: request.externalIdList,
    changes: input.externalIdList,
  })
  const anew = isGiven ? await givenOn(tx, desk, request) : {}
  const { permit } = { ...request, ...anew }
  const serviceRequest = await changeRecord(tx, SERVICE_REQUEST, request, {
    ...details,
    ...anew,
    externalIdList,
    permit: permitAsked(request.kind, asked, permit),
  })
  if (visit) await settleProviders(tx, visit)
  if (isGiven && request.sentAt !== null) await takeBackDocuments(tx, desk, request)
  await tellPlanWriters(tx, request, serviceRequest)
  return { serviceRequest }
}
