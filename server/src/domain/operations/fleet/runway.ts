/** Estimates by weight whether a runway is long enough. It is a hint for planners, not a performance calculation. */
import { type AirportRecord, longestRunwayFt } from '../../reference/airport.ts'
import { type Warning, warning } from '../../warning.ts'

const NEEDED_FT = [
  { aboveKg: 100_000, feet: 7000 },
  { aboveKg: 20_000, feet: 5000 },
  { aboveKg: 5_700, feet: 4000 },
  { aboveKg: 0, feet: 2000 },
] as const

export const runwayWarnings = (airport: AirportRecord, mtowKg: number | null, path: readonly string[]): Warning[] => {
  const longest = longestRunwayFt(airport)
  const needed = mtowKg === null ? undefined : NEEDED_FT.find(({ aboveKg }) => mtowKg > aboveKg)?.feet
  return longest !== null && needed !== undefined && longest < needed
    ? [warning('RUNWAY_SHORT', `The longest runway of ${airport.iCAO ?? airport.name} has ${longest} ft`, path)]
    : []
}
