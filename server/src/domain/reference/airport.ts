import { referenceId } from './reference-id.ts'

export interface AirportRecord {
  /** Stays when codes change; see `airportIdOf`. */
  readonly airportId: string
  /**
   * The four-character location indicator. Where ICAO gave none, the national code of the same length that is
   * filed in its place (Canada's CET2, Brazil's SN3K).
   */
  readonly iCAO: string | null
  readonly iATA: string | null
  readonly name: string
  readonly city: string | null
  readonly countryCode: string
  readonly latitude: number
  readonly longitude: number
  readonly elevationFt: number | null
  readonly timezone: string
  readonly runwayList: readonly RunwayRecord[]
}

export interface RunwayRecord {
  readonly ident: string
  readonly lengthFt: number | null
  readonly widthFt: number | null
  readonly surface: string | null
  /** False also where the source does not say. */
  readonly isLighted: boolean
}

/** A code that still finds an airport though the airport no longer, or not officially, carries it. */
export interface AirportAlias {
  readonly code: string
  readonly airportId: string
}

export interface Airports {
  readonly airports: readonly AirportRecord[]
  readonly aliases: readonly AirportAlias[]
}

/** What a flight plan says in place of an indicator: the place has none (ZZZZ), the plan was filed in the air (AFIL). */
const NO_INDICATORS = new Set(['ZZZZ', 'AFIL'])

export const isLocationIndicator = (code: string): boolean =>
  /^(?=.*[A-Z])[A-Z0-9]{4}$/.test(code) && !NO_INDICATORS.has(code)

export const isIataCode = (code: string): boolean => /^[A-Z]{3}$/.test(code)

/** Codes that changed. `ident` is the code from which the airport's id was, and stays, derived. */
const CODE_CHANGES = [
  // West Palm Beach, 2026: KPBI became KDJT on 9 July, PBI became DJT on 18 August.
  { ident: 'KPBI', formerCodes: ['KPBI', 'PBI'], currentCodes: ['KDJT', 'DJT'] },
] as const

const FIRST_IDENT = new Map<string, string>(
  CODE_CHANGES.flatMap(({ ident, currentCodes }) => currentCodes.map((code) => [code, ident] as const)),
)

/** The id of the airport that a source lists under this code: the same before and after a known change of code. */
export const airportIdOf = (ident: string): string => referenceId('apt', FIRST_IDENT.get(ident) ?? ident)

export const FORMER_CODE_ALIASES: readonly AirportAlias[] = CODE_CHANGES.flatMap(({ ident, formerCodes }) =>
  formerCodes.map((code) => ({ code, airportId: airportIdOf(ident) })),
)

/** A source that knows the length of the longest runway only says so by this ident. */
export const longestRunway = (lengthFt: number): RunwayRecord => ({
  ident: 'LONGEST',
  lengthFt,
  widthFt: null,
  surface: null,
  isLighted: false,
})

/** Null where no length is known, which is not the same as short. */
export const longestRunwayFt = ({ runwayList }: AirportRecord): number | null => {
  const lengths = runwayList.flatMap(({ lengthFt }) => lengthFt ?? [])
  return lengths.length > 0 ? Math.max(...lengths) : null
}

/** By code (iCAO, else iATA; airports without either last), then id: total, and the same on every host. */
export const byAirportOrder = (a: AirportRecord, b: AirportRecord): number =>
  compare(sortCode(a), sortCode(b)) || compare(a.airportId, b.airportId)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sortCode = ({ iCAO, iATA }: AirportRecord): string => iCAO ?? iATA ?? '~'

/**
 * A code that an airport carries wins over another airport's alias, and one code leads to one airport: of two
 * claims the first counts. Sorted by code.
 */
export const settleAliases = (
  claims: Iterable<AirportAlias>,
  airports: readonly AirportRecord[],
): readonly AirportAlias[] => {
  const claimed = new Map<string, AirportAlias>()
  for (const claim of claims) {
    if (!claimed.has(claim.code) && !NO_INDICATORS.has(claim.code)) claimed.set(claim.code, claim)
  }
  const claimants = new Set([...claimed.values()].map(({ airportId }) => airportId))
  const present = new Set<string>()
  for (const { airportId, iCAO, iATA } of airports) {
    claimed.delete(iCAO ?? '')
    claimed.delete(iATA ?? '')
    if (claimants.has(airportId)) present.add(airportId)
  }
  return [...claimed.values()].filter(({ airportId }) => present.has(airportId)).sort((a, b) => compare(a.code, b.code))
}

/** Airports of before beside a new set, which comes first: they keep the codes that it does not give to others. */
export const withKeptAirports = (next: Airports, former: Airports): Airports => {
  const taken = new Set(next.airports.flatMap(({ iCAO, iATA }) => [iCAO, iATA]))
  const unless = (code: string | null) => (taken.has(code) ? null : code)
  const kept = former.airports.map((airport) => ({
    ...airport,
    iCAO: unless(airport.iCAO),
    iATA: unless(airport.iATA),
  }))
  const ids = new Set(kept.map(({ airportId }) => airportId))
  const theirs = former.aliases.filter(({ airportId }) => ids.has(airportId))
  const airports = [...next.airports, ...kept]
  return { airports, aliases: settleAliases([...next.aliases, ...theirs], airports) }
}

/** Finds an airport by iCAO, iATA or alias, in this order; letter case does not count. */
export const airportFinder = ({ airports, aliases }: Airports): ((code: string) => AirportRecord | undefined) => {
  const aliased = new Set(aliases.map(({ airportId }) => airportId))
  const byId = new Map(
    airports.filter(({ airportId }) => aliased.has(airportId)).map((airport) => [airport.airportId, airport]),
  )
  const byCode = new Map<string, AirportRecord>()
  const enter = (code: string | null, airport: AirportRecord | undefined) => {
    if (code !== null && airport && !byCode.has(code)) byCode.set(code, airport)
  }
  for (const airport of airports) enter(airport.iCAO, airport)
  for (const airport of airports) enter(airport.iATA, airport)
  for (const { code, airportId } of aliases) enter(code, byId.get(airportId))
  return (code) => byCode.get(code.trim().toUpperCase())
}
