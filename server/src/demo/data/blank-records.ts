/** Records in their initial state. */
import { AIRCRAFT_RECORD, type Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import { FLIGHT_RECORD, type Flight, NO_MOVEMENT } from '../../domain/operations/flights/flight.ts'
import { TRIP_RECORD, type Trip, tripStatus } from '../../domain/operations/flights/trip.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import type { DemoOperator, FleetEntry } from './demo-operators.ts'
import type { Seeded } from './seeded.ts'

export const FIRST_FLIGHT_NUMBER = 100

const EQUIPMENT: Aircraft['equipmentList'] = ['WIFI', 'LAVATORY', 'GALLEY', 'RVSM', 'CPDLC', 'SATPHONE', 'PETS']
const LETTERS = 26
/** A callsign has room for four digits behind the designator. */
const CALLSIGN_NUMBERS = 10_000

const letter = (index: number): string => String.fromCharCode(65 + (index % LETTERS))

interface FleetPlace {
  readonly operator: DemoOperator
  readonly index: number
  readonly entry: FleetEntry
  readonly type: AircraftTypeRecord
  readonly baseId: string
}

export const newAircraft = (
  random: Seeded,
  { operator, index, entry, type, baseId }: FleetPlace,
  asOf: number,
): Aircraft =>
  madeRecord(AIRCRAFT_RECORD, asOf, {
    aircraftId: random.id('acf'),
    registration: `${operator.registrationPrefix}${letter(Math.floor(index / LETTERS))}${letter(index)}`,
    acftTypeId: type.acftTypeId,
    serialNumber: String(random.whole(1000, 9999)),
    baseId,
    seatCount: entry.seats,
    maxRangeNm: entry.rangeNm,
    cruiseKt: entry.cruiseKt,
    mtowKg: entry.mtowKg,
    yearOfManufacture: random.whole(2008, 2024),
    equipmentList: EQUIPMENT.filter(() => random.chance(0.7)),
    status: 'ACTIVE',
    airframeMinutes: random.whole(60_000, 400_000),
    cycles: random.whole(800, 4000),
    hoursAsOf: asOf,
  })

/** A flight at its base without a plan; `count` is the number of flights before it. */
export const blankFlight = (
  random: Seeded,
  { iCAO }: DemoOperator,
  { aircraftId, baseId }: Aircraft,
  { count, asOf }: { readonly count: number; readonly asOf: number },
): Flight =>
  madeRecord(FLIGHT_RECORD, asOf, {
    flightId: random.id('flt'),
    flightNo: `${iCAO}${FIRST_FLIGHT_NUMBER + count}`,
    callsign: `${iCAO}${(FIRST_FLIGHT_NUMBER + count) % CALLSIGN_NUMBERS}`,
    aircraftId,
    status: 'OPTION',
    kind: 'CHARTER',
    rules: 'IFR',
    adepId: baseId,
    adesId: baseId,
    offBlock: 0,
    onBlock: 0,
    actual: NO_MOVEMENT,
    distanceNm: 0,
    paxTotal: 0,
  })

interface TripFacts {
  readonly tripId: string
  readonly number: number
  readonly clientId: string | null
}

export const tripOf = ({ tripId, number, clientId }: TripFacts, legs: readonly Flight[], asOf: number): Trip =>
  madeRecord(TRIP_RECORD, asOf, {
    tripId,
    tripNumber: `T${String(number).padStart(5, '0')}`,
    status: tripStatus(legs.map(({ status }) => status)),
    clientId,
    aircraftIdList: [...new Set(legs.map(({ aircraftId }) => aircraftId))],
  })
