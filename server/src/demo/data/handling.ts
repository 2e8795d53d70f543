/** Visits and service requests of the demo, in every state: what is asked for between flights around now. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/interval.ts'
import { CONTACT_RECORD, type Contact } from '../../domain/operations/contact.ts'
import { arrivalId, type Flight } from '../../domain/operations/flights/flight.ts'
import {
  type Circumstances,
  circumstancesOfFlight,
  circumstancesOfVisit,
} from '../../domain/operations/handling/circumstances.ts'
import type { ServiceKind } from '../../domain/operations/handling/service-kind.ts'
import {
  SERVICE_REQUEST_RECORD,
  type ServiceRequest,
  type ServiceStatus,
} from '../../domain/operations/handling/service-request.ts'
import { NO_RESULT } from '../../domain/operations/handling/service-result.ts'
import { VISIT_RECORD, type Visit } from '../../domain/operations/handling/visit.ts'
import { DEFAULT_RULES } from '../../domain/operations/operator-rules.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { Seeded } from './seeded.ts'

export interface DemoHandling {
  readonly providers: readonly Contact[]
  readonly visits: readonly Visit[]
  readonly serviceRequests: readonly ServiceRequest[]
}

/** What Fuelline supplies, an application that the demo's operators connected. */
export const FUEL_SUPPLIER = 'Fuelline'

const PROVIDERS: readonly (readonly [string, Contact['kind'], string])[] = [
  ['Goldair Handling', 'HANDLER', 'ops@goldair.example'],
  [FUEL_SUPPLIER, 'SUPPLIER', 'fuel@fuelline.example'],
  ['Sky Kitchen', 'SUPPLIER', 'orders@skykitchen.example'],
  ['Overflight Desk', 'AUTHORITY', 'permits@overflight.example'],
]

/** The place of who is asked for permits. */
const PERMIT_PROVIDER = 3

const providersOf = (random: Seeded, asOf: number): Contact[] =>
  PROVIDERS.map(([name, kind, email]) =>
    madeRecord(CONTACT_RECORD, asOf - 30 * DAY_MS, {
      contactId: random.id('con'),
      kind,
      name,
      company: name,
      email,
    }),
  )

/** Which provider is asked, and how far it is, visit by visit. */
const ASKED: readonly (readonly [ServiceKind, number, readonly ServiceStatus[]])[] = [
  ['HANDLING', 0, ['CONFIRMED', 'REVIEW', 'REQUESTED', 'CONFIRMED', 'CANCELLATION_REQUESTED']],
  ['FUEL', 1, ['CONFIRMED', 'ACKNOWLEDGED', 'REQUESTED', 'REVIEW', 'CANCELLED']],
  ['CATERING', 2, ['REJECTED', 'CONFIRMED', 'DRAFT', 'NOT_REQUIRED', 'REQUESTED']],
  ['CREW_TRANSPORT', 0, ['CONFIRMED', 'CONFIRMED', 'REQUESTED', 'CONFIRMED', 'CANCELLED']],
  ['CUSTOMS', 0, ['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'REQUESTED', 'CONFIRMED']],
]

/** Where the crew stays the night. */
const HOTEL = ['HOTEL', 0, ['CONFIRMED', 'DRAFT', 'REQUESTED']] as const
const NIGHT_MS = 9 * HOUR_MS

/** Of every third flight that is still to come. */
const PERMITS: readonly (readonly [string, ServiceStatus])[] = [
  ['RS', 'REQUESTED'],
  ['TR', 'CONFIRMED'],
  ['UA', 'ACKNOWLEDGED'],
]

interface Turn {
  readonly arrival: Flight
  readonly departure: Flight
}

const isCertain = ({ status }: Flight): boolean => status !== 'OPTION' && status !== 'CANCELLED'

/** Where an aircraft leaves from where it arrived, from six days ago until in five days. */
const turnsOf = (flights: readonly Flight[], asOf: number): Turn[] =>
  [...Map.groupBy(flights.filter(isCertain), ({ aircraftId }) => aircraftId).values()]
    .flatMap((legs) => {
      const inOrder = legs.toSorted((a, b) => a.offBlock - b.offBlock)
      return inOrder.flatMap((arrival, index) => {
        const departure = inOrder[index + 1]
        return departure && departure.adepId === arrivalId(arrival) ? [{ arrival, departure }] : []
      })
    })
    .filter(({ arrival: { onBlock } }) => onBlock > asOf - 6 * DAY_MS && onBlock < asOf + 5 * DAY_MS)
    .toSorted((a, b) => a.arrival.onBlock - b.arrival.onBlock)

const numbered = (letter: string, number: number): string => `${letter}${String(number).padStart(5, '0')}`

const isOver = ({ departure: { status } }: Turn): boolean => status === 'CLOSED' || status === 'ON_BLOCK'

/** The last that are over, and the next ones. */
const shownTurns = (flights: readonly Flight[], asOf: number): Turn[] => {
  const turns = turnsOf(flights, asOf)
  return [...turns.filter(isOver).slice(-5), ...turns.filter((turn) => !isOver(turn)).slice(0, 15)]
}

/** A yes that was given before the flight moved. */
const movedSince = (now: Circumstances): Circumstances => ({
  ...now,
  times: now.times.map((time) => time && time - 45 * MINUTE_MS),
})

const HOLDS_YES: readonly ServiceStatus[] = [
  'ACKNOWLEDGED',
  'CONFIRMED',
  'REVIEW',
  'COMPLETED',
  'CANCELLATION_REQUESTED',
]

export const handlingOf = (
  random: Seeded,
  flights: readonly Flight[],
  crew: readonly { readonly flightId: string }[],
  asOf: number,
): DemoHandling => {
  const providers = providersOf(random, asOf)
  const crewed = (flight: Flight) => ({
    flight,
    crewCount: crew.filter(({ flightId }) => flightId === flight.flightId).length,
  })
  const visits: Visit[] = []
  const serviceRequests: ServiceRequest[] = []
  for (const [index, turn] of shownTurns(flights, asOf).entries()) {
    const { arrival, departure } = turn
    const place = { airportId: arrivalId(arrival), aircraftId: arrival.aircraftId }
    const now = circumstancesOfVisit(place, { arrival: crewed(arrival), departure: crewed(departure) }, DEFAULT_RULES)
    const [arriveAt = null, departAt = null] = now.times
    const visitId = random.id('vis')
    const isNight = departAt !== null && arriveAt !== null && departAt - arriveAt > NIGHT_MS
    const requests = [...ASKED, ...(isNight ? [HOTEL] : [])].map(([kind, provider, states]): ServiceRequest => {
      const planned = states[index % states.length] as ServiceStatus
      const status = isOver(turn) && planned !== 'CANCELLED' ? 'COMPLETED' : planned
      const isSent = status !== 'DRAFT' && status !== 'NOT_REQUIRED'
      const charge = { label: kind === 'FUEL' ? 'Jet A-1' : 'As agreed', isCancellationFee: status === 'CANCELLED' }
      const net = { amount: `${random.whole(180, 900)}.00`, currency: 'EUR' }
      const chargeList = [{ ...charge, net, taxAmount: null, invoiceNumber: null }]
      const isCharged = status === 'COMPLETED' || status === 'CANCELLED'
      return madeRecord(SERVICE_REQUEST_RECORD, asOf - 2 * DAY_MS, {
        serviceRequestId: random.id('srq'),
        serviceRequestNumber: '',
        visitId,
        kind,
        status,
        statusReason: status === 'REJECTED' ? 'No hot meals at this hour' : null,
        providerContactId: providers[provider]?.contactId ?? null,
        quantity: kind === 'FUEL' ? `${random.whole(6, 20) * 100}` : null,
        unit: kind === 'FUEL' ? 'kg' : null,
        instructions: kind === 'HANDLING' ? 'GPU on arrival' : null,
        result: isCharged ? { ...NO_RESULT, chargeList, completedAt: status === 'COMPLETED' ? departAt : null } : null,
        reviewReasonList: status === 'REVIEW' ? ['TIME'] : [],
        agreed: HOLDS_YES.includes(status) ? (status === 'REVIEW' ? movedSince(now) : now) : null,
        sentAt: isSent ? asOf - 2 * DAY_MS : null,
        aircraftId: arrival.aircraftId,
      })
    })
    serviceRequests.push(...requests)
    const asked = requests.flatMap(({ sentAt, providerContactId }) =>
      sentAt === null || providerContactId === null ? [] : [providerContactId],
    )
    visits.push(
      madeRecord(VISIT_RECORD, asOf - 2 * DAY_MS, {
        visitId,
        visitNumber: numbered('V', index + 1),
        ...place,
        arrivalFlightId: arrival.flightId,
        departureFlightId: departure.flightId,
        arriveAt,
        departAt,
        beginsAt: arriveAt ?? asOf + HOUR_MS,
        providerContactIdList: [...new Set(asked)].sort(),
      }),
    )
  }
  const ahead = flights.filter(
    (flight) => isCertain(flight) && flight.offBlock > asOf && flight.offBlock < asOf + 5 * DAY_MS,
  )
  const crossing = ahead.toSorted((a, b) => a.offBlock - b.offBlock).filter((_, index) => index % 3 === 0)
  for (const [index, [countryCode, status]] of PERMITS.entries()) {
    const flight = crossing[index]
    if (!flight) continue
    const isGranted = status === 'CONFIRMED'
    serviceRequests.push(
      madeRecord(SERVICE_REQUEST_RECORD, asOf - 2 * DAY_MS, {
        ...{ serviceRequestId: random.id('srq'), serviceRequestNumber: '', visitId: null, flightId: flight.flightId },
        ...{ kind: 'OVERFLIGHT_PERMIT', status, statusReason: null, holder: null },
        providerContactId: providers[PERMIT_PROVIDER]?.contactId ?? null,
        ...{ requestedFor: null, quantity: null, unit: null, instructions: null },
        permit: {
          ...{ countryCode, entryPoint: null, exitPoint: null, revision: null },
          number: isGranted ? `${countryCode}-${random.whole(1000, 9999)}` : null,
          validFrom: isGranted ? flight.offBlock - DAY_MS : null,
          validTo: isGranted ? flight.offBlock + 3 * DAY_MS : null,
        },
        agreed: status === 'REQUESTED' ? null : circumstancesOfFlight(crewed(flight), DEFAULT_RULES),
        sentAt: asOf - 2 * DAY_MS,
        aircraftId: flight.aircraftId,
      }),
    )
  }
  const inOrder = serviceRequests.map((request, index) => ({
    ...request,
    serviceRequestNumber: numbered('S', index + 1),
  }))
  return { providers, visits, serviceRequests: inOrder }
}
