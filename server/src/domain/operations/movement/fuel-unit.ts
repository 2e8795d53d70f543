/** Units of fuel: mass and volume, and a density between the two. */
import { enumeration } from '../../records/field.ts'

const FUEL_UNITS = ['KG', 'LB', 'LITRE', 'USG'] as const
export const FUEL_UNIT = enumeration('FuelUnit', FUEL_UNITS)
export type FuelUnit = (typeof FUEL_UNITS)[number]

const KG_PER_LB = 0.453_592_37
const LITRES_PER_USG = 3.785_411_784

/** In kilograms for a mass, in litres for a volume. */
const BASE_UNITS: Readonly<Record<FuelUnit, number>> = { KG: 1, LB: KG_PER_LB, LITRE: 1, USG: LITRES_PER_USG }

const isMass = (unit: FuelUnit): boolean => unit === 'KG' || unit === 'LB'

/** Null where one is a mass, the other a volume, and no density is known. */
export const converted = (
  amount: number,
  from: FuelUnit,
  to: FuelUnit,
  densityKgPerLitre: string | null,
): number | null => {
  if (from === to) return amount
  const base = amount * BASE_UNITS[from]
  if (isMass(from) === isMass(to)) return base / BASE_UNITS[to]
  if (densityKgPerLitre === null) return null
  const density = Number(densityKgPerLitre)
  return (isMass(from) ? base / density : base * density) / BASE_UNITS[to]
}
