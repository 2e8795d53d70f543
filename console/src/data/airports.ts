/** Airports by what a person types: a name, a city, an ICAO or an IATA code. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'

const AIRPORT = graphql(`
  fragment AirportName on Airport {
    airportId
    iCAO
    iATA
    name
    city
  }
`)

export const AIRPORTS = graphql(
  `
  query Airports($wildcard: String!) {
    airportList(wildcard: $wildcard, first: 50) {
      ...AirportName
    }
  }
`,
  [AIRPORT],
)

export const AIRPORT_BY_CODE = graphql(
  `
  query AirportByCode($code: String!) {
    airportByCode(code: $code) {
      ...AirportName
    }
  }
`,
  [AIRPORT],
)

export type AirportName = ResultOf<typeof AIRPORT>

export const codeOf = ({ iCAO, iATA, airportId }: AirportName): string => iCAO ?? iATA ?? airportId

export const hasCode = ({ iCAO, iATA }: AirportName, typed: string): boolean =>
  [iCAO, iATA].includes(typed.trim().toUpperCase())

const MAX_SHOWN = 8

/** A code first, then a city or name that begins so, then airports with scheduled service; the rest as it came. */
const rankOf = (airport: AirportName, typed: string): number => {
  if (hasCode(airport, typed)) return 0
  const begins = [airport.city, airport.name].some((text) => text?.toLowerCase().startsWith(typed.toLowerCase()))
  return (begins ? 1 : 3) + (airport.iATA === null ? 1 : 0)
}

export const bestOf = (airports: readonly AirportName[], typed: string): AirportName[] =>
  airports.toSorted((a, b) => rankOf(a, typed) - rankOf(b, typed)).slice(0, MAX_SHOWN)

export const noSuchAirport = (typed: string): string =>
  `No airport is called “${typed}”. Type a city, a name, or an ICAO or IATA code.`
