/**
 * Off-block and on-block with no flight between them: the aircraft came back to its stand. What was reported then stays
 * in the flight's history, and the flight is planned again (data §4.1).
 */
import { HOUR_MS } from '../../interval.ts'
import { cruiseMs } from '../../reference/great-circle.ts'
import { type Warning, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import type { Aircraft } from '../fleet/aircraft.ts'
import type { Flight } from '../flights/flight.ts'
import { type TaxiMinutes, taxiMs } from './implied-times.ts'
import type { TimeReport } from './time-report.ts'
import type { ReportedTimes } from './times.ts'

/** The share of the quickest way there that a block takes at least, if it was a flight. */
const FLOWN_SHARE = 0.6

type Route = Pick<Flight, 'adepId' | 'adesId' | 'offBlock' | 'onBlock' | 'distanceNm'>

/** The great circle at cruise, with taxi. A flight back to where it began has no distance: its plan says how long. */
export const quickestMs = (route: Route, { cruiseKt }: Pick<Aircraft, 'cruiseKt'>, taxi: TaxiMinutes): number =>
  route.adepId === route.adesId ? route.onBlock - route.offBlock : cruiseMs(route.distanceNm, cruiseKt) + taxiMs(taxi)

/** True where nobody reported that it flew, and the block was too short for it. */
export const isReturnToStand = (
  { offBlock, takeOff, landing, onBlock }: ReportedTimes,
  route: Route,
  aircraft: Pick<Aircraft, 'cruiseKt'>,
  taxi: TaxiMinutes,
): boolean =>
  offBlock !== null &&
  onBlock !== null &&
  takeOff === null &&
  landing === null &&
  onBlock - offBlock < FLOWN_SHARE * quickestMs(route, aircraft, taxi)

/** What is known of a return to stand. */
export interface Returned {
  readonly offBlock: number
  readonly onBlock: number
  readonly reports: readonly TimeReport[]
}

const clock = (time: number): string => new Date(time).toISOString().slice(11, 16)

export const returnWarning = ({ offBlock, onBlock }: Returned): Warning => {
  const rest = 'If it flew, report its take-off and landing as well'
  const full = `Off block ${clock(offBlock)}, on block ${clock(onBlock)}, too short for the flight: a return to stand. ${rest}`
  const general = `The block is too short for the flight: a return to stand. ${rest}`
  return warning('RETURNED_TO_STAND', toReaders('flight:read', full, general), ['input', 'onBlock'])
}

/** It cannot leave again before it came back; an estimate of before that is no longer one. */
export const estimatesAfterReturn = (
  { estimatedOffBlock, offBlock }: Pick<Flight, 'estimatedOffBlock' | 'offBlock'>,
  returned: Returned,
): Pick<Flight, 'estimatedOffBlock' | 'estimatedOnBlock' | 'firstOffBlock'> => ({
  estimatedOffBlock: Math.max(estimatedOffBlock ?? offBlock, returned.onBlock),
  estimatedOnBlock: null,
  firstOffBlock: returned.offBlock,
})

/** How far a flight is moved until its crew comes anew for it. */
const SAME_START_MS = 12 * HOUR_MS

/** Forgotten once the flight is planned for another day. */
export const firstOffBlockAfter = (firstOffBlock: number | null, offBlock: number): number | null =>
  firstOffBlock !== null && Math.abs(offBlock - firstOffBlock) <= SAME_START_MS ? firstOffBlock : null
