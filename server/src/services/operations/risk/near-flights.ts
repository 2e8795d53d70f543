/** Flights in parts that are near in time: of flights further apart, everything between them would be read. */
import { DAY_MS } from '../../../domain/interval.ts'

const FLIGHTS_IN_A_PART = 100
const DAYS_IN_A_PART = 14

export const partsOf = <F extends { readonly offBlock: number }>(flights: readonly F[]): F[][] => {
  const parts: F[][] = []
  for (const flight of flights.toSorted((a, b) => a.offBlock - b.offBlock)) {
    const part = parts.at(-1)
    const first = part?.[0]
    const isNear = first && flight.offBlock - first.offBlock < DAYS_IN_A_PART * DAY_MS
    if (part && isNear && part.length < FLIGHTS_IN_A_PART) part.push(flight)
    else parts.push([flight])
  }
  return parts
}

/** The statements of parts beyond what so many flights need at least, whatever they find. */
export const partsBeyond = (parts: number, flights: number): number =>
  Math.max(0, parts - Math.ceil(flights / FLIGHTS_IN_A_PART))
