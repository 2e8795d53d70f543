/**
 * How high the sun stands at a place, by the formulae of low accuracy in Meeus, Astronomical Algorithms, chapter 25: a
 * hundredth of a degree, which is a few seconds of twilight. Refraction and the observer's height are left out, as in
 * the definition of civil twilight.
 */
import type { Place } from './great-circle.ts'

const DEGREE = Math.PI / 180
const DAY_MS = 86_400_000
/** 1 January 2000, noon. */
const EPOCH = Date.UTC(2000, 0, 1, 12)

const sine = (degrees: number): number => Math.sin(degrees * DEGREE)
const cosine = (degrees: number): number => Math.cos(degrees * DEGREE)

interface Sun {
  /** Radians. */
  readonly declination: number
  /** Degrees west of which meridian it stands, east positive. */
  readonly hourAngleAtGreenwich: number
}

const sunAt = (time: number): Sun => {
  const days = (time - EPOCH) / DAY_MS
  const centuries = days / 36_525
  const anomaly = 357.52911 + 35_999.05029 * centuries
  const centre =
    (1.914602 - 0.004817 * centuries) * sine(anomaly) +
    (0.019993 - 0.000101 * centuries) * sine(2 * anomaly) +
    0.000289 * sine(3 * anomaly)
  const node = 125.04 - 1934.136 * centuries
  const longitude = 280.46646 + 36_000.76983 * centuries + centre - 0.00569 - 0.00478 * sine(node)
  const obliquity = 23.439291 - 0.0130042 * centuries + 0.00256 * cosine(node)
  const ascension = Math.atan2(cosine(obliquity) * sine(longitude), cosine(longitude)) / DEGREE
  return {
    declination: Math.asin(sine(obliquity) * sine(longitude)),
    hourAngleAtGreenwich: 280.46061837 + 360.98564736629 * days - ascension,
  }
}

/** Civil twilight ends where the centre of the sun is this far below the horizon. */
const CIVIL_TWILIGHT = sine(-6)

/** Night in the sense of flight crew licensing: between the end of evening and the beginning of morning civil twilight. */
export const isNight = ({ latitude, longitude }: Place, time: number): boolean => {
  const { declination, hourAngleAtGreenwich } = sunAt(time)
  const height =
    sine(latitude) * Math.sin(declination) +
    cosine(latitude) * Math.cos(declination) * cosine(hourAngleAtGreenwich + longitude)
  return height < CIVIL_TWILIGHT
}
