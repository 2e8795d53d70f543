/** The entry that a closed flight gives one of its pilots. Nothing is invented: what nobody reported counts nothing. */
import type { AircraftTypeRecord } from '../../reference/aircraft-type.ts'
import type { AirportRecord } from '../../reference/airport.ts'
import { isNight } from '../../reference/sun.ts'
import type { CrewPosition } from '../crew/crew.ts'
import { blockMinutes, type Flight } from '../flights/flight.ts'
import type { LogbookDetails } from './logbook-entry.ts'
import { type FlownPath, nightMinutes } from './night.ts'

/** What a place without a code is called in flight plans. */
const NO_CODE = 'ZZZZ'

const PILOTS: ReadonlySet<CrewPosition> = new Set(['CPT', 'FO', 'RELIEF'])

/** Who keeps a logbook of flight time. */
export const isPilot = ({ position }: { readonly position: CrewPosition }): boolean => PILOTS.has(position)

export interface FlownFlight {
  readonly flight: Flight
  readonly registration: string
  readonly type: Pick<AircraftTypeRecord, 'iCAO' | 'model' | 'engineCount'> | undefined
  readonly from: AirportRecord
  readonly to: AirportRecord
  readonly planned: AirportRecord
  readonly picName: string | null
  readonly pilotCount: number
  /** Pilots that the aircraft needs at least. */
  readonly minFlightCrew: number
}

export interface OwnPart {
  readonly position: CrewPosition
  readonly isPilotFlying: boolean | null
}

/** Null where the flight has no times. */
export const pathOf = ({ flight, from, to }: Pick<FlownFlight, 'flight' | 'from' | 'to'>): FlownPath | null => {
  const { offBlock, takeOff, landing, onBlock } = flight.actual
  return offBlock === null || takeOff === null || landing === null || onBlock === null
    ? null
    : { from, to, offBlock, takeOff, landing, onBlock }
}

type Movements = Pick<
  LogbookDetails,
  'takeOffsDay' | 'takeOffsNight' | 'landingsDay' | 'landingsNight' | 'fullStopNightLandings'
>

const NO_MOVEMENTS: Movements = {
  takeOffsDay: 0,
  takeOffsNight: 0,
  landingsDay: 0,
  landingsNight: 0,
  fullStopNightLandings: 0,
}

/** They are the flying pilot's, or those of the only one. Of several landings all but the last are followed by a take-off. */
export const ownMovements = (
  { flight, from, to, pilotCount }: Pick<FlownFlight, 'flight' | 'from' | 'to' | 'pilotCount'>,
  { isPilotFlying }: OwnPart,
): Movements => {
  const path = pathOf({ flight, from, to })
  if (path === null || !(isPilotFlying ?? pilotCount === 1)) return NO_MOVEMENTS
  const landings = flight.landingCount ?? 1
  const [leavesAtNight, landsAtNight] = [isNight(from, path.takeOff), isNight(to, path.landing)]
  const again = landings - 1
  return {
    takeOffsDay: (leavesAtNight ? 0 : 1) + (landsAtNight ? 0 : again),
    takeOffsNight: (leavesAtNight ? 1 : 0) + (landsAtNight ? again : 0),
    landingsDay: landsAtNight ? 0 : landings,
    landingsNight: landsAtNight ? landings : 0,
    fullStopNightLandings: landsAtNight ? 1 : 0,
  }
}

const FUNCTIONS = { CPT: 'picMinutes', FO: 'copilotMinutes', RELIEF: 'cruiseReliefMinutes' } as const

const functionOf = ({ position }: OwnPart, total: number): Partial<LogbookDetails> =>
  position === 'CPT' || position === 'FO' || position === 'RELIEF' ? { [FUNCTIONS[position]]: total } : {}

const pilotTime = ({ type, pilotCount, minFlightCrew }: FlownFlight, total: number): Partial<LogbookDetails> => {
  if (pilotCount > 1 || minFlightCrew > 1) return { multiPilotMinutes: total }
  return (type?.engineCount ?? 1) > 1 ? { singlePilotMeMinutes: total } : { singlePilotSeMinutes: total }
}

/** Time under instrument flight rules: all of an IFR flight; of one that changes its rules nobody reports how much. */
export const ifrMinutes = ({ rules }: Pick<Flight, 'rules'>, total: number): number => (rules === 'IFR' ? total : 0)

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const codeOf = ({ iCAO }: AirportRecord): string => iCAO ?? NO_CODE

/** What follows from the flight; null where nobody knows when it was flown. */
export const derivedEntry = (flown: FlownFlight, own: OwnPart): Partial<LogbookDetails> | null => {
  const { flight, from, to, planned } = flown
  const path = pathOf(flown)
  if (path === null) return null
  const total = blockMinutes(flight) ?? 0
  const { offBlock, takeOff, landing, onBlock } = path
  return {
    flightNo: flight.flightNo,
    date: dayOf(offBlock),
    at: offBlock,
    registration: flown.registration,
    acftType: flown.type?.iCAO ?? null,
    acftModel: flown.type?.model ?? null,
    adep: codeOf(from),
    ades: codeOf(to),
    plannedAdes: planned.airportId === to.airportId ? null : codeOf(planned),
    ...{ offBlock, takeOff, landing, onBlock },
    picName: flown.picName,
    totalMinutes: total,
    ...{ singlePilotSeMinutes: 0, singlePilotMeMinutes: 0, multiPilotMinutes: 0 },
    ...pilotTime(flown, total),
    ...{ picMinutes: 0, copilotMinutes: 0, cruiseReliefMinutes: 0 },
    ...functionOf(own, total),
    nightMinutes: nightMinutes(path),
    ifrMinutes: ifrMinutes(flight, total),
    crossCountryMinutes: from.airportId === to.airportId ? 0 : total,
    ...ownMovements(flown, own),
  }
}
