/** Where a service can be asked for: at a visit, at one end of a flight, or for a flight as a whole. */
import { cityOf } from '../text/city.ts'
import { utcMinutes, utcWeekday } from '../text/instant.ts'
import type { FlightServed, Visit } from './queries.ts'

type Airport = FlightServed['adep']

export interface Place {
  /** "visit vis_1", "ARRIVAL flt_1", "DEPARTURE flt_1" or, of what stands on a flight, "flight flt_1". */
  readonly id: string
  readonly at: string
  readonly name: string
}

const airportWords = (airport: Airport): string => `${airport.iCAO ?? 'ZZZZ'} ${cityOf(airport)}`

const routeWords = ({ adep, ades }: FlightServed): string => `${adep.iCAO ?? 'ZZZZ'} to ${ades.iCAO ?? 'ZZZZ'}`

const time = (at: string): string => utcMinutes(new Date(at))

const visitPlace = ({ visitId, airport, registration, arriveAt, departAt, arrival, departure }: Visit): Place => {
  const at = arriveAt ?? departAt ?? ''
  const [verb, leg] = arriveAt === null ? (['departs', departure] as const) : (['arrives', arrival] as const)
  const number = leg === null ? '' : `, ${leg.flightNo}`
  return {
    ...{ id: `visit ${visitId}`, at },
    name: `${airportWords(airport)}, ${registration}${at === '' ? '' : ` ${verb} ${time(at)}`}${number}`,
  }
}

const onBoard = ({ aircraft }: FlightServed): string => (aircraft === null ? '' : `${aircraft.registration} `)

const arrivalPlace = (flight: FlightServed): Place => {
  const at = flight.schedule.onBlock
  const name = `${airportWords(flight.ades)}, ${onBoard(flight)}arrives ${time(at)}, ${flight.flightNo}`
  return { id: `ARRIVAL ${flight.flightId}`, at, name }
}

const departurePlace = (flight: FlightServed): Place => {
  const at = flight.schedule.offBlock
  const name = `${airportWords(flight.adep)}, ${onBoard(flight)}departs ${time(at)}, ${flight.flightNo}`
  return { id: `DEPARTURE ${flight.flightId}`, at, name }
}

const inOrder = (places: readonly Place[]): readonly Place[] => places.toSorted((a, b) => a.at.localeCompare(b.at))

/** One line for each stay: an end of a flight that is on the board already is that visit. */
export const placesToAskAt = (visits: readonly Visit[], flights: readonly FlightServed[]): readonly Place[] => {
  const arrived = new Set(visits.map(({ arrival }) => arrival?.flightId))
  const departed = new Set(visits.map(({ departure }) => departure?.flightId))
  const planned = flights.filter(({ status }) => status !== 'OPTION')
  return inOrder([
    ...visits.map(visitPlace),
    ...planned.filter(({ flightId }) => !arrived.has(flightId)).map(arrivalPlace),
    ...planned.filter(({ flightId }) => !departed.has(flightId)).map(departurePlace),
  ])
}

export const flightsToAskFor = (flights: readonly FlightServed[]): readonly Place[] =>
  inOrder(
    flights.map((flight) => ({
      ...{ id: `flight ${flight.flightId}`, at: flight.schedule.offBlock },
      name: `${flight.flightNo}, ${routeWords(flight)}, ${onBoard(flight)}departs ${time(flight.schedule.offBlock)}`,
    })),
  )

export const dayOf = ({ at }: Place): string => (at === '' ? 'Without a time' : utcWeekday(new Date(at)))

/** Every word of what was typed stands somewhere in the line or its day. */
export const matching = (places: readonly Place[], typed: string): readonly Place[] => {
  const words = typed.toLowerCase().split(/[\s,]+/)
  return places.filter((place) => {
    const text = `${place.name} ${dayOf(place)}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
