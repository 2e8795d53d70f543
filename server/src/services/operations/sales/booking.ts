/** Makes the trip and the flights of an accepted quote, confirms them, and cancels them: all of it or nothing. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { isPlannable } from '../../../domain/operations/flights/flight-status.ts'
import type { Trip } from '../../../domain/operations/flights/trip.ts'
import type { CharterRequest } from '../../../domain/operations/sales/charter-request.ts'
import type { Quote } from '../../../domain/operations/sales/quote.ts'
import { UserErrors } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { fragment } from '../../../storage/engines/fragment.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT, legIdsOfTrip } from '../../../storage/operations/flights/flights.ts'
import { TRIP } from '../../../storage/operations/flights/trips.ts'
import { createRecord, lockRecord, recordById, recordsById, selectRecords } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newDetails } from '../../records/use-cases.ts'
import { knownAirport } from '../../reference/airport-code.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import type { Desk } from '../desk.ts'
import { lockFlights } from '../flights/flight-lock.ts'
import { createFlight } from '../flights/flight-plan.ts'
import { setFlightStatus } from '../flights/flight-status.ts'

export interface Booking {
  readonly trip: Trip
  readonly warningList: readonly Warning[]
}

const NOT_FREE = 'The aircraft is not free any more at the times of this quote: ask the operator for another'

/**
 * What stands in the way is the operator's own to know: a buyer reads which kind of obstacle it is, and no flight, block
 * or reason (threats row 274).
 */
const told = async (tx: ViewTx, job: () => Promise<Booking>): Promise<Booking> => {
  const isOperator = tx.view.of === 'operator'
  try {
    const booking = await job()
    return isOperator ? booking : { ...booking, warningList: [] }
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error
    const path = ['quoteId']
    throw new UserErrors(
      error.list.map(({ code, message }) => ({ code, message: isOperator ? message : NOT_FREE, path })),
    )
  }
}

/** As many as were asked for on that leg; where the quote has other legs, as many as on the fullest. */
const passengersOf = ({ legList }: CharterRequest, { legList: planned }: Quote): ((index: number) => number) => {
  const counts = legList.map(({ paxCount }) => paxCount)
  const flown = planned.flatMap(({ isPositioning }, index) => (isPositioning ? [] : [index]))
  const most = Math.max(...counts)
  return (index) => (flown.length === counts.length ? counts[flown.indexOf(index)] : most) ?? most
}

const codeOf = ({ reference }: Desk, airportId: string): string => {
  const { iCAO, iATA } = knownAirport(reference, airportId)
  return iCAO ?? iATA ?? airportId
}

/** Aircraft before contact and trip: the order of every change of a flight. */
const newTrip = async (tx: ViewTx, desk: Desk, quote: Quote, { buyerContactId }: CharterRequest): Promise<Trip> => {
  await lockRecord(tx, AIRCRAFT, quote.aircraftId, ['quoteId'])
  await lockRecord(tx, CONTACT, buyerContactId, ['quoteId'])
  const tripNumber = await nextBusinessNumber(tx, desk, 'trip')
  const given = { tripNumber, clientId: buyerContactId, quoteId: quote.quoteId, buyer: quote.buyer }
  return createRecord(tx, TRIP, await newDetails(tx, desk, TRIP, { input: {}, under: ['quoteId'], given }))
}

/** Positioning legs become ferries. */
export const makeTrip = (tx: ViewTx, desk: Desk, quote: Quote, request: CharterRequest): Promise<Booking> =>
  told(tx, async () => {
    const all = unrestricted(tx)
    const { tripId } = await newTrip(all, desk, quote, request)
    const paxCount = passengersOf(request, quote)
    const warningList: Warning[] = []
    for (const [index, { adepId, adesId, offBlock, onBlock, isPositioning }] of quote.legList.entries()) {
      const made = await createFlight(all, desk, {
        aircraftId: quote.aircraftId,
        tripId,
        adep: codeOf(desk, adepId),
        ades: codeOf(desk, adesId),
        offBlock,
        onBlock,
        kind: isPositioning ? 'FERRY' : 'CHARTER',
        paxCount: isPositioning ? 0 : paxCount(index),
        status: quote.terms.isSubjectToApproval ? 'OPTION' : 'CONFIRMED',
      })
      warningList.push(...made.warningList)
    }
    return { trip: (await recordById(all, TRIP, tripId)) as Trip, warningList }
  })

/** The trip of an accepted quote with its legs, all locked. The operator may have taken legs out since. */
const lockTrip = async (tx: ViewTx, { quoteId }: Quote): Promise<{ trip: Trip; legs: Flight[] }> => {
  const [trip] = await selectRecords(tx, TRIP, { where: [fragment`trip.quote_id = ${quoteId}`] })
  if (!trip) throw new Error(`The trip of the quote ${quoteId} is missing`)
  const ids = await legIdsOfTrip(tx, trip.tripId)
  const locked = await lockFlights(
    tx,
    ids.map((flightId) => ({ flightId, path: ['quoteId'] })),
  )
  return { trip, legs: locked.map(({ flight }) => flight).toSorted((a, b) => a.offBlock - b.offBlock) }
}

/** Leads what stands of the trip to a state; what settles one leg may have changed another. */
const leadLegs = async (tx: ViewTx, desk: Desk, quote: Quote, step: Leading): Promise<Booking> => {
  const all = unrestricted(tx)
  const { trip, legs } = await lockTrip(all, quote)
  const warningList: Warning[] = []
  for (const { flightId } of legs.filter(step.concerns)) {
    const { version: expectedVersion } = (await recordById(all, FLIGHT, flightId)) as Flight
    const set = { flightId, status: step.to, reason: step.reason, expectedVersion, by: 'set' } as const
    warningList.push(...(await setFlightStatus(all, desk, set)).warningList)
  }
  return { trip: (await recordsById(all, TRIP, [trip.tripId])).get(trip.tripId) as Trip, warningList }
}

interface Leading {
  readonly to: 'CONFIRMED' | 'CANCELLED'
  readonly reason: string | null
  readonly concerns: (flight: Flight) => boolean
}

export const confirmTrip = (tx: ViewTx, desk: Desk, quote: Quote): Promise<Booking> =>
  told(tx, () =>
    leadLegs(tx, desk, quote, { to: 'CONFIRMED', reason: null, concerns: ({ status }) => status === 'OPTION' }),
  )

/** What has left stays as it is. */
export const cancelTrip = (tx: ViewTx, desk: Desk, quote: Quote, reason: string): Promise<Booking> =>
  told(tx, () => leadLegs(tx, desk, quote, { to: 'CANCELLED', reason, concerns: ({ status }) => isPlannable(status) }))
