/**
 * Fuel of a flight. Reports are merged field by field and kept in the unit of the first one; uplifts are a list, each
 * in the unit of its ticket (data §4.2).
 */
import type { Problem } from '../../problem.ts'
import { type Warning, warning } from '../../warning.ts'
import { toReaders, type Wording } from '../../wording.ts'
import { converted, type FuelUnit } from './fuel-unit.ts'
import { type FuelUplift, upliftIn } from './fuel-uplift.ts'

export interface FuelRecord {
  readonly unit: FuelUnit
  readonly beforeUplift: number | null
  /** Reported as one number; counts while there is no list of uplifts. */
  readonly uplift: number | null
  readonly blockOff: number | null
  readonly blockOn: number | null
}

const AMOUNTS = ['beforeUplift', 'uplift', 'blockOff', 'blockOn'] as const

/** A field that is absent stays, null clears it. */
export type FuelReport = { readonly unit: FuelUnit; readonly densityKgPerLitre?: string | null | undefined } & {
  readonly [K in (typeof AMOUNTS)[number]]?: number | null | undefined
}

export const blankFuel = (unit: FuelUnit): FuelRecord => ({
  unit,
  beforeUplift: null,
  uplift: null,
  blockOff: null,
  blockOn: null,
})

/** Null where an amount cannot be converted without a density. */
export const mergedFuel = (before: FuelRecord | null, report: FuelReport): FuelRecord | null | 'density-needed' => {
  const given = AMOUNTS.filter((name) => report[name] !== undefined)
  if (given.length === 0) return before
  const merged: Record<string, unknown> = { ...(before ?? blankFuel(report.unit)) }
  const unit = merged.unit as FuelUnit
  for (const name of given) {
    const amount = report[name] ?? null
    const inUnit = amount === null ? null : converted(amount, report.unit, unit, report.densityKgPerLitre ?? null)
    if (amount !== null && inUnit === null) return 'density-needed'
    merged[name] = inUnit === null ? null : Math.round(inUnit)
  }
  return merged as unknown as FuelRecord
}

const MAX_FUEL = 1_000_000

export const fuelProblems = (fuel: FuelRecord | null): Problem[] => {
  if (fuel === null) return []
  const problems: Problem[] = AMOUNTS.filter((name) => {
    const amount = fuel[name]
    return amount !== null && (amount < 0 || amount > MAX_FUEL)
  }).map((name) => ({ path: ['fuel', name], message: `An amount of fuel is from 0 to ${MAX_FUEL}` }))
  if (fuel.blockOff !== null && fuel.blockOn !== null && fuel.blockOn > fuel.blockOff) {
    problems.push({ path: ['fuel', 'blockOn'], message: 'There is no more fuel on block than there was off block' })
  }
  return problems
}

/** What was uplifted, in the unit of the record; null while a density is missing. */
export const upliftedFuel = ({ unit, uplift }: FuelRecord, list: readonly FuelUplift[]): number | null => {
  if (list.length === 0) return uplift
  const amounts = list.map((each) => upliftIn(each, unit))
  return amounts.includes(null) ? null : Math.round(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0))
}

export const fuelUsed = ({ blockOff, blockOn }: Pick<FuelRecord, 'blockOff' | 'blockOn'>): number | null =>
  blockOff === null || blockOn === null ? null : blockOff - blockOn

const BALANCE_TOLERANCE = 0.03

/** What was reported earlier may be fuel that this reporter does not read. */
const unbalanced = (expected: number, blockOff: number): Wording =>
  toReaders(
    'flight:read',
    `${expected} after uplift, but ${blockOff} off block`,
    'What was uplifted and what left the block do not add up',
  )

/**
 * Warns where fuel before uplift plus uplift differs from block-off fuel. All three are in one unit here, so that their
 * ratio is that of their masses.
 */
export const fuelWarnings = (fuel: FuelRecord | null, list: readonly FuelUplift[]): Warning[] => {
  const uplift = fuel && upliftedFuel(fuel, list)
  if (!fuel || fuel.beforeUplift === null || uplift === null || fuel.blockOff === null) return []
  const expected = fuel.beforeUplift + uplift
  return Math.abs(expected - fuel.blockOff) > expected * BALANCE_TOLERANCE
    ? [warning('FUEL_BALANCE', unbalanced(expected, fuel.blockOff), ['input', 'fuel'])]
    : []
}
