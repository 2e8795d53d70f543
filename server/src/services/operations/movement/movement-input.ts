/** A report of a movement, and from which source it counts. */
import type { ActingAs } from '../../../domain/operations/acting-as.ts'
import type { FuelReport } from '../../../domain/operations/movement/fuel.ts'
import { TIME_SOURCES, type TimeSource } from '../../../domain/operations/movement/time-report.ts'
import { userError } from '../../../domain/user-error.ts'
import type { Given } from '../desk.ts'

export interface MovementReport {
  readonly flightId: string
  readonly source?: Given<TimeSource>
  readonly offBlock?: Given<number>
  readonly takeOff?: Given<number>
  readonly landing?: Given<number>
  readonly onBlock?: Given<number>
  readonly estimatedOffBlock?: Given<number>
  readonly estimatedOnBlock?: Given<number>
  readonly targetOffBlock?: Given<number>
  readonly calculatedTakeOff?: Given<number>
  /** ICAO or IATA code. */
  readonly divertedTo?: Given<string>
  readonly delayList?: Given<readonly { code: string; minutes: number; note?: Given<string> }[]>
  readonly fuel?: Given<FuelReport>
  readonly paxAboard?: Given<number>
  readonly landingCount?: Given<number>
  readonly reason?: Given<string>
}

/**
 * The sources that an actor may report as; the first one is used if a report names none. Only the operator reports as
 * OPS.
 */
const SOURCES_OF: Readonly<Partial<Record<ActingAs, readonly TimeSource[]>>> = {
  operator: TIME_SOURCES,
  'flight-deck': ['CREW', 'ACARS'],
  provider: ['HANDLER'],
}

export const sourceOf = (actor: ActingAs, named: Given<TimeSource>): TimeSource => {
  const allowed = SOURCES_OF[actor] ?? []
  const source = named ?? allowed[0]
  if (source === undefined || !allowed.includes(source)) {
    const message = `You report times as ${allowed.join(' or ') || 'nobody'}: leave source out, or name one of these`
    throw userError('NOT_ALLOWED', message, ['input', 'source'])
  }
  return source
}
