/** Empty legs of the demo: the ferries around now, in every state. */
import { HOUR_MS } from '../../domain/interval.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import { isPlannable } from '../../domain/operations/flights/flight-status.ts'
import { EMPTY_LEG_RECORD, type EmptyLeg, FREE, OPERATOR_HOLDS } from '../../domain/operations/sales/empty-leg.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { Seeded } from './seeded.ts'

const MAX_OFFERED = 12
const WINDOW_MS = 4 * HOUR_MS
const HELD_MS = 6 * HOUR_MS
/** Of what has left: what was bought, what nobody wanted, what was taken back. */
const ENDS: readonly EmptyLeg['status'][] = ['SOLD', 'PUBLISHED', 'WITHDRAWN']

const HELD_BY = { heldBy: { kind: 'USER', id: null }, holder: OPERATOR_HOLDS } as const

const offered = (random: Seeded, flight: Flight, number: number, asOf: number): EmptyLeg =>
  madeRecord(EMPTY_LEG_RECORD, asOf, {
    emptyLegId: random.id('eml'),
    emptyLegNumber: `E${String(number).padStart(5, '0')}`,
    flightId: flight.flightId,
    aircraftId: flight.aircraftId,
    adepId: flight.adepId,
    adesId: flight.adesId,
    earliest: flight.offBlock - WINDOW_MS,
    latest: flight.offBlock + WINDOW_MS,
    price: { amount: `${random.whole(30, 90) * 100}.00`, currency: 'EUR' },
    status: 'PUBLISHED',
    ...FREE,
  })

/** The second to come is held for a client of the operator's own. */
export const emptyLegsOf = (random: Seeded, flights: readonly Flight[], asOf: number): EmptyLeg[] => {
  const ferries = flights.filter(({ kind }) => kind === 'FERRY').toSorted((a, b) => a.offBlock - b.offBlock)
  const past = ferries.filter(({ status }) => status === 'CLOSED').slice(-ENDS.length)
  const coming = ferries.filter(({ status, offBlock }) => isPlannable(status) && offBlock > asOf).slice(0, MAX_OFFERED)
  return [...past, ...coming].map((flight, index): EmptyLeg => {
    const leg = offered(random, flight, index + 1, asOf)
    const status = ENDS[index]
    if (index < past.length && status) return { ...leg, status, ...(status === 'SOLD' ? HELD_BY : {}) }
    return index === past.length + 1 ? { ...leg, status: 'HELD', heldUntil: asOf + HELD_MS, ...HELD_BY } : leg
  })
}

/** What is held is held by the marketplace. */
export const heldByMarketplace = (legs: readonly EmptyLeg[], clientId: string): EmptyLeg[] =>
  legs.map((leg) =>
    leg.status === 'HELD' ? { ...leg, holder: clientId, heldBy: { kind: 'APPLICATION', id: clientId } } : leg,
  )
