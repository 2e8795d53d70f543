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

type Vector = readonly [x: number, y: number, z: number]

const vectorOf = ({ latitude, longitude }: Place): Vector => {
  const [north, east] = [radians(latitude), radians(longitude)]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** The place on the great circle from one to another, at a part of the way from 0 to 1. */
export const placeBetween = (from: Place, to: Place, part: number): Place => {
  const [a, b] = [vectorOf(from), vectorOf(to)]
  const angle = Math.acos(Math.max(-1, Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])))
  if (Math.sin(angle) < 1e-9) return from
  const [ofA, ofB] = [Math.sin((1 - part) * angle), Math.sin(part * angle)]
  const [x, y, z] = [ofA * a[0] + ofB * b[0], ofA * a[1] + ofB * b[1], ofA * a[2] + ofB * b[2]]
  const degrees = 180 / Math.PI
  return { latitude: Math.atan2(z, Math.hypot(x, y)) * degrees, longitude: Math.atan2(y, x) * degrees }
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
