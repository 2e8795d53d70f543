import { referenceId } from './reference-id.ts'

/** An aircraft type as ICAO Doc 8643 describes it. Several records share one designator (B738: 737-800, BBJ2). */
export interface AircraftTypeRecord {
  readonly acftTypeId: string
  readonly iCAO: string
  readonly manufacturer: string
  readonly model: string
  readonly engineCount: number | null
  readonly engineType: EngineType | null
  readonly species: Species | null
  /** L, M, H or J; L/M where the category depends on the variant. */
  readonly wakeCategory: string | null
  readonly isActive: boolean
  /** Pilots that it needs at least; null where the list does not say, absent in lists stored before. */
  readonly minFlightCrew?: number | null
}

export const ENGINE_TYPES = ['JET', 'TURBOPROP', 'PISTON', 'ELECTRIC', 'ROCKET'] as const
export type EngineType = (typeof ENGINE_TYPES)[number]

export const SPECIES = ['LANDPLANE', 'SEAPLANE', 'AMPHIBIAN', 'HELICOPTER', 'GYROCOPTER', 'TILTROTOR'] as const
export type Species = (typeof SPECIES)[number]

export const WAKE_CATEGORIES = ['L', 'M', 'H', 'J', 'L/M'] as const
export type WakeCategory = (typeof WAKE_CATEGORIES)[number]

/** Two to four letters and digits, a letter first (ICAO Doc 8643). */
export const isTypeDesignator = (text: string): boolean => /^[A-Z][A-Z0-9]{1,3}$/.test(text)

/** A piston or electric aeroplane is flown with a class rating: nobody holds one for its type. */
export const isTypeRated = ({ engineType, species }: Pick<AircraftTypeRecord, 'engineType' | 'species'>): boolean =>
  species === 'HELICOPTER' || (engineType !== 'PISTON' && engineType !== 'ELECTRIC')

/** Letter case and spacing do not count: one publisher writes BOEING, another Boeing. */
export const aircraftTypeId = (iCAO: string, manufacturer: string, model: string): string =>
  referenceId(
    'act',
    [iCAO, manufacturer, model].map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase()).join('|'),
  )

/** By iCAO, manufacturer, model (data §1.2), by character code: the same order on every host. */
export const byTypeOrder = (a: AircraftTypeRecord, b: AircraftTypeRecord): number =>
  compare(a.iCAO, b.iCAO) || compare(a.manufacturer, b.manufacturer) || compare(a.model, b.model)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
