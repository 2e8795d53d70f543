/** What a journey log has of its flight: all but what people write in it. */
import { canonicalJson } from '../../canonical-json.ts'
import type { AircraftTypeRecord } from '../../reference/aircraft-type.ts'
import type { AirportRecord } from '../../reference/airport.ts'
import { COMMANDER, type CrewPosition } from '../crew/crew.ts'
import { airborneMinutes, blockMinutes, type Flight } from '../flights/flight.ts'
import { ifrMinutes, isPilot, ownMovements, pathOf } from '../logbook/derived-entry.ts'
import { nightMinutes } from '../logbook/night.ts'
import { ifrMinutesOf, type JourneyLog, paxAboardOf } from './journey-log.ts'
import type { LogCrew, LogMovements } from './log-crew.ts'

export interface CrewAboard {
  readonly crewMemberId: string
  readonly name: string
  readonly surname: string
  readonly position: CrewPosition
  readonly isPilotFlying: boolean | null
}

/** A flight with what its log says of it. */
export interface LoggedFlight {
  readonly flight: Flight
  readonly registration: string
  readonly type: Pick<AircraftTypeRecord, 'iCAO'> | undefined
  readonly from: AirportRecord
  readonly to: AirportRecord
  readonly crew: readonly CrewAboard[]
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** What a place or type without a code is called in flight plans. */
const NO_CODE = 'ZZZZ'

const movementsOf = (logged: LoggedFlight, own: CrewAboard, said: readonly LogMovements[]): LogMovements => {
  const given = said.find(({ crewMemberId }) => crewMemberId === own.crewMemberId)
  if (given) return given
  const { crewMemberId } = own
  if (!isPilot(own)) return { crewMemberId, takeOffsDay: 0, takeOffsNight: 0, landingsDay: 0, landingsNight: 0 }
  const { fullStopNightLandings: _, ...counts } = ownMovements(
    { ...logged, pilotCount: logged.crew.filter(isPilot).length },
    own,
  )
  return { crewMemberId, ...counts }
}

const crewOf = (logged: LoggedFlight, said: readonly LogMovements[]): LogCrew[] =>
  logged.crew.map((own) => ({
    name: own.name,
    surname: own.surname,
    position: own.position,
    isCommander: own.position === COMMANDER,
    ...movementsOf(logged, own, said),
  }))

export type DerivedLog = Pick<
  JourneyLog,
  | 'flightNo'
  | 'aircraftId'
  | 'registration'
  | 'acftType'
  | 'date'
  | 'at'
  | 'nature'
  | 'departure'
  | 'arrival'
  | 'times'
  | 'blockMinutes'
  | 'airborneMinutes'
  | 'crewList'
  | 'paxOfFlight'
  | 'fuel'
  | 'nightMinutes'
  | 'ifrOfFlight'
>

export const derivedLog = (logged: LoggedFlight, said: readonly LogMovements[]): DerivedLog => {
  const { flight, registration, type, from, to } = logged
  const path = pathOf(logged)
  const at = flight.actual.offBlock ?? flight.offBlock
  const block = blockMinutes(flight)
  return {
    flightNo: flight.flightNo,
    aircraftId: flight.aircraftId,
    registration,
    acftType: type?.iCAO ?? NO_CODE,
    date: dayOf(at),
    at,
    nature: flight.kind,
    departure: from.iCAO ?? NO_CODE,
    arrival: to.iCAO ?? NO_CODE,
    times: flight.actual,
    blockMinutes: block,
    airborneMinutes: airborneMinutes(flight),
    crewList: crewOf(logged, said),
    paxOfFlight: flight.paxTotal,
    fuel: flight.fuel && { fuel: flight.fuel, upliftList: flight.fuelUpliftList },
    nightMinutes: path && nightMinutes(path),
    ifrOfFlight: block === null ? null : ifrMinutes(flight, block),
  }
}

/** What a signature covers, under the names that pages and warnings use, in their order. */
export const signedValues = (log: JourneyLog) => ({
  flight: log.flightNo,
  date: log.date,
  nature: log.nature,
  aircraft: log.registration,
  type: log.acftType,
  departure: log.departure,
  arrival: log.arrival,
  offBlock: log.times.offBlock,
  takeOff: log.times.takeOff,
  landing: log.times.landing,
  onBlock: log.times.onBlock,
  blockMinutes: log.blockMinutes,
  airborneMinutes: log.airborneMinutes,
  crew: log.crewList,
  paxAboard: paxAboardOf(log),
  fuel: log.fuel,
  baggageKg: log.baggageKg,
  cargoKg: log.cargoKg,
  nightMinutes: log.nightMinutes,
  ifrMinutes: ifrMinutesOf(log),
  deicingFluid: log.deicingFluid,
  deicingAt: log.deicingAt,
  oilAddedMl: log.oilAddedMl,
  incidents: log.incidents,
  observations: log.observations,
})

export type SignedValues = ReturnType<typeof signedValues>
export type SignedValue = keyof SignedValues

/** In which values two states of a log differ. */
export const differencesOf = (one: JourneyLog, other: JourneyLog): SignedValue[] => {
  const [before, after] = [signedValues(one), signedValues(other)]
  return (Object.keys(before) as SignedValue[]).filter(
    (name) => canonicalJson(before[name]) !== canonicalJson(after[name]),
  )
}
