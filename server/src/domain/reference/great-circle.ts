/** Distance over the ground between two places, and how long a flight between them takes. */
import { MINUTE_MS } from '../interval.ts'

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

const EARTH_RADIUS_NM = 3440.065

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** By the haversine formula, which stays exact for places close together and across the date line. */
export const distanceNm = (a: Place, b: Place): number => {
  const latitude = radians(b.latitude - a.latitude)
  const longitude = radians(b.longitude - a.longitude)
  const half =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitude / 2) ** 2
  return Math.round(2 * EARTH_RADIUS_NM * Math.asin(Math.min(1, Math.sqrt(half))))
}

/** Airways are longer than the great circle, and an aircraft taxies at both ends (data §15). */
const ROUTING_FACTOR = 1.06
const TAXI_MINUTES = 20
const CRUISE_KT_ASSUMED = 430
const ROUNDED_TO_MINUTES = 5

/** The great circle at cruise: nobody is quicker. */
export const cruiseMs = (nm: number, cruiseKt: number | null): number =>
  (nm / (cruiseKt ?? CRUISE_KT_ASSUMED)) * 60 * MINUTE_MS

/** From off-block to on-block, in whole five minutes. */
export const blockTimeMs = (nm: number, cruiseKt: number | null): number => {
  const airborneMinutes = ((nm * ROUTING_FACTOR) / (cruiseKt ?? CRUISE_KT_ASSUMED)) * 60
  return Math.ceil((airborneMinutes + TAXI_MINUTES) / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES * MINUTE_MS
}
