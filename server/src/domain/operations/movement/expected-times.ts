/** When a flight leaves and arrives as far as is known: reported, else estimated, else planned (data §4.4). */
import { MINUTE_MS } from '../../interval.ts'
import { plannedAirborneMs, type TaxiMinutes } from './implied-times.ts'
import type { MovementTimes } from './times.ts'

export interface Course {
  readonly offBlock: number
  readonly onBlock: number
  readonly estimatedOffBlock: number | null
  readonly estimatedOnBlock: number | null
  readonly actual: MovementTimes
}

export const expectedOffBlock = ({ actual, estimatedOffBlock, offBlock }: Course): number =>
  actual.offBlock ?? estimatedOffBlock ?? offBlock

/** Without an estimate, a flight that leaves late arrives as late. */
export const expectedOnBlock = (course: Course, taxi: TaxiMinutes): number => {
  const { actual, estimatedOnBlock, offBlock, onBlock } = course
  const taxiIn = taxi.taxiInMinutes * MINUTE_MS
  if (actual.onBlock !== null) return actual.onBlock
  if (actual.landing !== null) return actual.landing + taxiIn
  if (estimatedOnBlock !== null) return estimatedOnBlock
  if (actual.takeOff !== null) return actual.takeOff + plannedAirborneMs(course, taxi) + taxiIn
  return expectedOffBlock(course) + (onBlock - offBlock)
}
