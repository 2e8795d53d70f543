/** One uplift of fuel, as its ticket says. */
import { type Problem, textProblems } from '../../problem.ts'
import type { Given } from '../../records/description.ts'
import { converted, type FuelUnit } from './fuel-unit.ts'

export interface FuelUplift {
  readonly fuelUpliftId: string
  /** A decimal number, as on the ticket. */
  readonly quantity: string
  readonly unit: FuelUnit
  readonly densityKgPerLitre: string | null
  readonly at: number | null
  readonly supplierName: string | null
  readonly ticketNumber: string | null
  readonly releaseNumber: string | null
  readonly isDutyPaid: boolean | null
  /** The service request that brought it; absent where it was reported of the flight. */
  readonly serviceRequestId?: string
}

type Written = Omit<FuelUplift, 'fuelUpliftId' | 'serviceRequestId'>

/** What is absent stays, null clears. */
export type UpliftUpdate = { readonly [K in keyof Written]?: Given<Written[K]> }

export interface UpliftInput extends UpliftUpdate {
  readonly quantity: string
  readonly unit: FuelUnit
}

const kept = <T>(given: Given<T>, before: T | null): T | null => (given === undefined ? before : given)

export const upliftAfter = (before: FuelUplift, input: UpliftUpdate): FuelUplift => ({
  ...before,
  quantity: input.quantity ?? before.quantity,
  unit: input.unit ?? before.unit,
  densityKgPerLitre: kept(input.densityKgPerLitre, before.densityKgPerLitre),
  at: kept(input.at, before.at),
  supplierName: kept(input.supplierName, before.supplierName),
  ticketNumber: kept(input.ticketNumber, before.ticketNumber),
  releaseNumber: kept(input.releaseNumber, before.releaseNumber),
  isDutyPaid: kept(input.isDutyPaid, before.isDutyPaid),
})

export const newUplift = (fuelUpliftId: string, input: UpliftInput): FuelUplift => ({
  fuelUpliftId,
  quantity: input.quantity,
  unit: input.unit,
  densityKgPerLitre: input.densityKgPerLitre ?? null,
  at: input.at ?? null,
  supplierName: input.supplierName ?? null,
  ticketNumber: input.ticketNumber ?? null,
  releaseNumber: input.releaseNumber ?? null,
  isDutyPaid: input.isDutyPaid ?? null,
})

export const MAX_UPLIFTS = 20
const MAX_QUANTITY = 1_000_000
const DECIMAL = /^[0-9]{1,7}(\.[0-9]{1,4})?$/
const MIN_DENSITY = 0.5
const MAX_DENSITY = 1.2

/** Jet fuel weighs about 0.8 kg a litre; another order of magnitude is a slip of the finger. */
export const densityProblems = (path: readonly string[], density: string | null | undefined): Problem[] => {
  if (density === null || density === undefined) return []
  const value = DECIMAL.test(density) ? Number(density) : Number.NaN
  return value >= MIN_DENSITY && value <= MAX_DENSITY
    ? []
    : [{ path, message: `A density is from ${MIN_DENSITY} to ${MAX_DENSITY} kg per litre, e.g. "0.803"` }]
}

export const upliftProblems = (uplift: FuelUplift): Problem[] => [
  ...(DECIMAL.test(uplift.quantity) && Number(uplift.quantity) > 0 && Number(uplift.quantity) <= MAX_QUANTITY
    ? []
    : [{ path: ['quantity'], message: `A quantity is a decimal above 0 and at most ${MAX_QUANTITY}, e.g. "1250.5"` }]),
  ...densityProblems(['densityKgPerLitre'], uplift.densityKgPerLitre),
  ...textProblems(['supplierName'], uplift.supplierName, { most: 200 }),
  ...textProblems(['ticketNumber'], uplift.ticketNumber, { most: 60 }),
  ...textProblems(['releaseNumber'], uplift.releaseNumber, { most: 60 }),
]

/** Null where a density is missing. */
export const upliftIn = ({ quantity, unit, densityKgPerLitre }: FuelUplift, to: FuelUnit): number | null =>
  converted(Number(quantity), unit, to, densityKgPerLitre)
