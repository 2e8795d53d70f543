/**
 * Charter requests and quotes of the demo, in every state: what was asked for is what trips around now fly. Two of three
 * requests came through a marketplace, where one is connected.
 */
import { DAY_MS, HOUR_MS } from '../../domain/interval.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import type { Trip } from '../../domain/operations/flights/trip.ts'
import { CHARTER_REQUEST_RECORD, type CharterRequest, STANDS } from '../../domain/operations/sales/charter-request.ts'
import { QUOTE_RECORD, type Quote } from '../../domain/operations/sales/quote.ts'
import { priced } from '../../domain/operations/sales/quote-line.ts'
import { USUAL_TERMS } from '../../domain/operations/sales/quote-terms.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { Seeded } from './seeded.ts'

export interface DemoSales {
  readonly charterRequests: readonly CharterRequest[]
  readonly quotes: readonly Quote[]
  /** The quote that a trip was booked from. */
  readonly quoteOfTrip: ReadonlyMap<string, string>
}

interface Sold {
  readonly trip: Trip
  /** Who asks: the client of the trip, or somebody else who wanted the same. */
  readonly client: string
  readonly legs: readonly Flight[]
}

/** How a request went: what was set of it, and its quotes in the order they were made. */
interface Course {
  readonly request: CharterRequest['status']
  readonly quotes: readonly Quote['status'][]
  /** The trip flies because of it. */
  readonly isSold?: true
  /** What was offered is over, and so is the request. */
  readonly isOver?: true
}

/** Of a trip that is certain, and of one that is still an option; then of others that were asked for as well. */
const SOLD: Course = { request: 'BOOKED', quotes: ['SUPERSEDED', 'BOOKED', 'REJECTED'], isSold: true }
const ACCEPTED: Course = { request: 'OPEN', quotes: ['ACCEPTED'], isSold: true }
const OTHERS: readonly Course[] = [
  { request: 'OPEN', quotes: [] },
  { request: 'OPEN', quotes: ['DRAFT'] },
  { request: 'OPEN', quotes: ['SENT'] },
  { request: 'OPEN', quotes: ['SUPERSEDED', 'SENT', 'SENT'] },
  { request: 'DECLINED', quotes: [] },
  { request: 'WITHDRAWN', quotes: ['REJECTED'] },
  { request: 'OPEN', quotes: ['SENT'], isOver: true },
  { request: 'OPEN', quotes: ['WITHDRAWN'] },
]

const REASONS: Readonly<Partial<Record<string, string>>> = {
  DECLINED: 'No aircraft of this size is free that day',
  WITHDRAWN: 'The meeting was moved',
  REJECTED: 'Another aircraft was chosen',
}

const numbered = (letter: string, number: number): string => `${letter}${String(number).padStart(5, '0')}`

const requestOf = (random: Seeded, { client, legs }: Sold, course: Course, asOf: number): CharterRequest =>
  madeRecord(CHARTER_REQUEST_RECORD, asOf - 2 * DAY_MS, {
    charterRequestId: random.id('crq'),
    charterRequestNumber: '',
    status: course.request,
    statusReason: REASONS[course.request] ?? null,
    buyerContactId: client,
    legList: legs
      .filter(({ kind }) => kind !== 'FERRY')
      .map(({ adepId, adesId, offBlock, paxTotal }) => ({
        adepId,
        adesId,
        from: offBlock - HOUR_MS,
        to: offBlock + HOUR_MS,
        isArrival: false,
        isDateOnly: false,
        paxCount: paxTotal,
        luggageCount: paxTotal,
        luggageNote: null,
        petCount: 0,
        note: null,
      })),
    expiresAt: course.isOver ? asOf - HOUR_MS : (legs[0]?.offBlock ?? asOf),
  })

const euros = (amount: number) => ({ amount: amount.toFixed(2), currency: 'EUR' })

/** Hours in the air at a price, and what is added to it; who asked again gets catering, and something off. */
const lines = (random: Seeded, legs: readonly Flight[], isRevision: boolean) => {
  const hourly = random.whole(32, 55) * 100
  return priced([
    ...legs.map(({ kind, offBlock, onBlock }, legIndex) => ({
      kind: kind === 'FERRY' ? ('POSITIONING' as const) : ('FLIGHT' as const),
      label: kind === 'FERRY' ? `Leg ${legIndex + 1}, positioning` : `Leg ${legIndex + 1}`,
      legIndex,
      quantity: ((onBlock - offBlock) / HOUR_MS).toFixed(2),
      unitPrice: euros(hourly),
      taxRate: '8.1',
      taxJurisdiction: 'CH',
    })),
    { kind: 'HANDLING', label: 'Landing and handling', quantity: String(legs.length), unitPrice: euros(850) },
    ...(isRevision
      ? ([
          { kind: 'CATERING', label: 'Catering', unitPrice: euros(640), taxRate: '2.6', taxJurisdiction: 'CH' },
          { kind: 'DISCOUNT', label: 'Discount', unitPrice: euros(-1000) },
        ] as const)
      : []),
  ])
}

interface Offering {
  readonly legs: readonly Flight[]
  readonly aircraftId: string
  readonly request: CharterRequest
  readonly status: Quote['status']
  readonly isRevision: boolean
  readonly isOver: boolean
}

const quoteOf = (random: Seeded, offering: Offering, asOf: number): Quote => {
  const { legs, aircraftId, request, status, isRevision, isOver } = offering
  const isSent = status !== 'DRAFT'
  const isAccepted = status === 'ACCEPTED' || status === 'BOOKED'
  const validUntil = isOver ? asOf - HOUR_MS : Math.min(asOf + DAY_MS, legs[0]?.offBlock ?? asOf)
  return madeRecord(QUOTE_RECORD, asOf - DAY_MS, {
    quoteId: random.id('quo'),
    quoteNumber: '',
    charterRequestId: request.charterRequestId,
    revision: 1,
    status,
    statusReason: REASONS[status] ?? null,
    aircraftId,
    legList: legs.map(({ adepId, adesId, offBlock, onBlock, distanceNm, kind }) => {
      const isPositioning = kind === 'FERRY'
      return { adepId, adesId, offBlock, onBlock, distanceNm, isPositioning }
    }),
    ...lines(random, legs, isRevision),
    terms: { ...USUAL_TERMS, isSubjectToApproval: status === 'ACCEPTED', depositPercent: '30' },
    validUntil,
    sentAt: isSent ? asOf - DAY_MS : null,
    acceptedAt: isAccepted ? asOf - 2 * HOUR_MS : null,
    confirmBy: status === 'ACCEPTED' ? asOf + 22 * HOUR_MS : null,
    bookedAt: status === 'BOOKED' ? asOf - 2 * HOUR_MS : null,
  })
}

/** What a revision takes the place of is of the same number. */
const revised = (quotes: readonly Quote[], first: number): Quote[] => {
  const made: Quote[] = []
  let number = first
  for (const [index, quote] of quotes.entries()) {
    const before = made.at(-1)
    const isRevision = before?.status === 'SUPERSEDED'
    if (!isRevision) number++
    const revisesId = isRevision ? before.quoteId : null
    const revision = isRevision ? before.revision + 1 : 1
    const supersededById = quote.status === 'SUPERSEDED' ? (quotes[index + 1]?.quoteId ?? null) : null
    made.push({ ...quote, quoteNumber: numbered('Q', number), revision, revisesId, supersededById })
  }
  return made
}

/** Until when an offer stands. */
const quotedUntil = (quotes: readonly Quote[]): number | null => {
  const standing = quotes.flatMap(({ status, validUntil }) =>
    status === 'ACCEPTED' ? [STANDS] : status === 'SENT' ? [validUntil] : [],
  )
  return standing.length === 0 ? null : Math.max(...standing)
}

/** The one at this place, from the beginning again where they end. */
const of = (ids: readonly string[], index: number): string => ids[index % ids.length] ?? ''

export const salesOf = (
  random: Seeded,
  trips: readonly Trip[],
  flights: readonly Flight[],
  asOf: number,
): DemoSales => {
  const legsOf = Map.groupBy(flights, ({ tripId }) => tripId)
  const coming = trips.flatMap((trip): Sold[] => {
    const legs = (legsOf.get(trip.tripId) ?? []).toSorted((a, b) => a.offBlock - b.offBlock)
    const isSeen = legs.some(({ kind }) => kind !== 'FERRY') && trip.clientId !== null
    return isSeen && (legs[0]?.offBlock ?? 0) > asOf + 2 * HOUR_MS ? [{ trip, client: trip.clientId ?? '', legs }] : []
  })
  const certain = coming.find(({ legs }) => legs.every(({ status }) => status === 'CONFIRMED'))
  const option = coming.find(({ legs }) => legs.every(({ status }) => status === 'OPTION'))
  const others = coming.filter((each) => each !== certain && each !== option).slice(0, OTHERS.length)
  const clients = [...new Set(trips.flatMap(({ clientId }) => clientId ?? []))]
  const asked: (readonly [Sold, Course])[] = [
    ...(certain ? ([[certain, SOLD]] as const) : []),
    ...(option ? ([[option, ACCEPTED]] as const) : []),
    ...others.map((each, index) => [{ ...each, client: of(clients, index) }, OTHERS[index] as Course] as const),
  ]
  const fleet = [...new Set(flights.map(({ aircraftId }) => aircraftId))]
  const charterRequests: CharterRequest[] = []
  const quotes: Quote[] = []
  const quoteOfTrip = new Map<string, string>()
  for (const [sold, course] of asked) {
    const request = requestOf(random, sold, course, asOf)
    const own = sold.legs[0]?.aircraftId ?? ''
    const offered = course.quotes.map((status, index) => {
      const isRevision = course.quotes[index - 1] === 'SUPERSEDED'
      // What is no revision of the first is another aircraft.
      const aircraftId = index === 0 || isRevision ? own : of(fleet, fleet.indexOf(own) + 1)
      const isOver = course.isOver === true
      return quoteOf(random, { legs: sold.legs, aircraftId, request, status, isRevision, isOver }, asOf)
    })
    const named = revised(offered, new Set(quotes.map(({ quoteNumber }) => quoteNumber)).size)
    const charterRequestNumber = numbered('R', charterRequests.length + 1)
    charterRequests.push({ ...request, charterRequestNumber, quotedUntil: quotedUntil(named) })
    quotes.push(...named)
    const bought = named.find(({ status }) => status === 'BOOKED' || status === 'ACCEPTED')
    if (course.isSold && bought) quoteOfTrip.set(sold.trip.tripId, bought.quoteId)
  }
  return { charterRequests, quotes, quoteOfTrip }
}

/** The sales of an operator with a marketplace: every third request was made by phone. */
export const throughMarketplace = <
  Sales extends Pick<DemoSales, 'charterRequests' | 'quotes'> & { trips: readonly Trip[]; flights: readonly Flight[] },
>(
  sales: Sales,
  clientId: string,
): Sales => {
  const createdBy = { kind: 'APPLICATION', id: clientId } as const
  const charterRequests = sales.charterRequests.map((request, index) =>
    index % 3 === 2 ? request : { ...request, buyer: clientId, createdBy },
  )
  const asked = new Set(charterRequests.flatMap(({ buyer, charterRequestId }) => (buyer ? [charterRequestId] : [])))
  const quotes = sales.quotes.map((quote) =>
    asked.has(quote.charterRequestId) ? { ...quote, buyer: clientId } : quote,
  )
  const bought = new Set(quotes.flatMap(({ buyer, quoteId }) => (buyer ? [quoteId] : [])))
  const trips = sales.trips.map((trip) => (bought.has(trip.quoteId ?? '') ? { ...trip, buyer: clientId } : trip))
  const buyerOf = new Map(trips.map(({ tripId, buyer }) => [tripId, buyer]))
  const flights = sales.flights.map((flight) => ({ ...flight, buyer: buyerOf.get(flight.tripId ?? '') ?? null }))
  return { ...sales, charterRequests, quotes, trips, flights }
}
