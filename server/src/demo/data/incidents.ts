/** Flights of the past that ended elsewhere than planned; the leg after each one begins where the aircraft was. */
import type { Flight } from '../../domain/operations/flights/flight.ts'
import type { AirportRecord } from '../../domain/reference/airport.ts'
import { distanceNm } from '../../domain/reference/great-circle.ts'

interface Ended {
  readonly flight: Flight
  readonly next: Flight
}

/** Closed charters with the closed leg after them, which goes to none of these airports. */
const endedBefore = (flights: readonly Flight[], awayFrom: (ended: Ended) => readonly string[]): Ended | undefined => {
  const closed = flights.filter(({ status }) => status === 'CLOSED')
  for (const flight of closed.filter(({ kind, divertedToId }) => kind === 'CHARTER' && divertedToId === null)) {
    const next = closed
      .filter(({ aircraftId, offBlock }) => aircraftId === flight.aircraftId && offBlock > flight.offBlock)
      .reduce<Flight | undefined>((one, other) => (one && one.offBlock < other.offBlock ? one : other), undefined)
    if (next && next.divertedToId === null && !awayFrom({ flight, next }).includes(next.adesId)) return { flight, next }
  }
  return undefined
}

type AirportById = (airportId: string) => AirportRecord

const arrived = (
  flights: readonly Flight[],
  { flight, next }: Ended,
  end: Partial<Flight>,
  byId: AirportById,
): Flight[] => {
  const from = end.divertedToId ?? flight.adesId
  const replanned = { ...next, adepId: from, distanceNm: distanceNm(byId(from), byId(next.adesId)) }
  return flights.map((each) => (each === flight ? { ...flight, ...end } : each === next ? replanned : each))
}

export const withDiversion = (
  flights: readonly Flight[],
  elsewhere: readonly string[],
  byId: AirportById,
): Flight[] => {
  for (const other of elsewhere) {
    const ended = endedBefore(flights, () => [other])
    if (!ended || ended.flight.adesId === other || ended.flight.adepId === other) continue
    const opsNote = 'Diverted: wind at the destination out of limits'
    return arrived(flights, ended, { alternateIdList: [other], divertedToId: other, opsNote }, byId)
  }
  return [...flights]
}

export const withAirReturn = (flights: readonly Flight[], byId: AirportById): Flight[] => {
  const ended = endedBefore(flights, ({ flight }) => [flight.adepId])
  if (!ended) return [...flights]
  const opsNote = 'Air return: cabin pressure, landed where it had taken off'
  return arrived(flights, ended, { divertedToId: ended.flight.adepId, opsNote }, byId)
}
