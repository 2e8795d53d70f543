/**
 * The rules for text that a request writes (data §3.4). Every text of a mutation passes `tidied`; what one field needs
 * beyond that stands below.
 */
import { type Problem, textProblems } from '../problem.ts'
import { allCountries } from '../reference/country.ts'

const MAX_WRITTEN = 1_000_000

/**
 * The same arguments with every text trimmed. Reports blank texts (leaving a field out, or null, says that there is
 * none), and control, direction and invisible characters.
 */
export const tidied = <T>(value: T, problems: Problem[], path: readonly string[] = []): T => {
  if (typeof value === 'string') {
    problems.push(...textProblems(path, value, { most: MAX_WRITTEN, severalLines: true }))
    return value.trim() as T
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item, index) => tidied(item, problems, [...path, String(index)])) as T
  const entries = Object.entries(value).map(([name, inner]) => [name, tidied(inner, problems, [...path, name])])
  return Object.fromEntries(entries) as T
}

export const shapeProblems = (
  path: readonly string[],
  value: string | null,
  shape: RegExp,
  message: string,
): Problem[] => (value === null || shape.test(value) ? [] : [{ path, message }])

const CALLSIGN = /^[A-Z0-9]{2,7}$/
const FLIGHT_NO = /^[A-Z0-9-]{2,10}$/
const PHONE = /^\+?[0-9 ()./-]{3,40}$/
export const PHONE_RULE = '3 to 40 digits, spaces and ( ) . / -, with a + before them if wanted'

export const callsignProblems = (path: readonly string[], callsign: string | null): Problem[] =>
  shapeProblems(path, callsign, CALLSIGN, 'A callsign has 2 to 7 capital letters and digits, e.g. ALP123')

export const flightNoProblems = (path: readonly string[], flightNo: string | null): Problem[] =>
  shapeProblems(path, flightNo, FLIGHT_NO, 'A flight number has 2 to 10 capital letters, digits and -, e.g. ALP0123')

export const phoneProblems = (path: readonly string[], phone: string | null): Problem[] =>
  shapeProblems(path, phone, PHONE, `A phone number has ${PHONE_RULE}, e.g. +41 44 668 18 00`)

const COUNTRIES: ReadonlySet<string> = new Set(allCountries().map(({ countryCode }) => countryCode))
/** ICAO Doc 9303: a stateless person, a refugee, another refugee. */
const WITHOUT_COUNTRY: ReadonlySet<string> = new Set(['XXA', 'XXB', 'XXC'])

export const countryProblems = (path: readonly string[], country: string | null): Problem[] =>
  country === null || COUNTRIES.has(country)
    ? []
    : [{ path, message: 'A country is a code of two letters (ISO 3166) such as CH' }]

export const nationalityProblems = (path: readonly string[], nationality: string | null): Problem[] =>
  nationality === null || COUNTRIES.has(nationality) || WITHOUT_COUNTRY.has(nationality)
    ? []
    : [{ path, message: 'A nationality is a code of two letters (ISO 3166) such as CH, or XXA, XXB or XXC' }]

const EARLIEST_BIRTH = '1900-01-01'

/** `today` is the day at the time of the request, in UTC. */
export const birthDateProblems = (path: readonly string[], birth: string | null, today: string): Problem[] =>
  birth === null || (birth >= EARLIEST_BIRTH && birth <= today)
    ? []
    : [{ path, message: `A date of birth is from ${EARLIEST_BIRTH} to today` }]
