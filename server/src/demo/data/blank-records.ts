/** Records in their initial state. */
import type { Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import { type Flight, NO_MOVEMENT } from '../../domain/operations/flights/flight.ts'
import { type Trip, tripStatus } from '../../domain/operations/flights/trip.ts'
import type { AircraftTypeRecord } from '../../domain/reference/aircraft-type.ts'
import { UNWRITTEN, type Versioned } from '../../domain/versioned.ts'
import type { DemoOperator, FleetEntry } from './demo-operators.ts'
import type { Seeded } from './seeded.ts'

export const FIRST_FLIGHT_NUMBER = 100

const EQUIPMENT: Aircraft['equipmentList'] = ['WIFI', 'LAVATORY', 'GALLEY', 'RVSM', 'CPDLC', 'SATPHONE', 'PETS']
const LETTERS = 26
/** A callsign has room for four digits behind the designator. */
const CALLSIGN_NUMBERS = 10_000

export const versioned = (asOf: number): Versioned => ({
  ...UNWRITTEN,
  createdAt: asOf,
  updatedAt: asOf,
  externalIdList: [],
})

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
): Aircraft => ({
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
  minFlightCrew: null,
  cabinNote: null,
  luggageM3: null,
  insuredLiability: null,
  status: 'ACTIVE',
  groundingList: [],
  airframeMinutes: random.whole(60_000, 400_000),
  cycles: random.whole(800, 4000),
  hoursAsOf: asOf,
  ...versioned(asOf),
})

/** A flight at its base without a plan; `count` is the number of flights before it. */
export const blankFlight = (
  random: Seeded,
  { iCAO }: DemoOperator,
  { aircraftId, baseId }: Aircraft,
  { count, asOf }: { readonly count: number; readonly asOf: number },
): Flight => ({
  flightId: random.id('flt'),
  flightNo: `${iCAO}${FIRST_FLIGHT_NUMBER + count}`,
  callsign: `${iCAO}${(FIRST_FLIGHT_NUMBER + count) % CALLSIGN_NUMBERS}`,
  tripId: null,
  legNumber: null,
  aircraftId,
  status: 'OPTION',
  kind: 'CHARTER',
  rules: 'IFR',
  adepId: baseId,
  adesId: baseId,
  alternateIdList: [],
  divertedToId: null,
  offBlock: 0,
  onBlock: 0,
  estimatedOffBlock: null,
  estimatedOnBlock: null,
  targetOffBlock: null,
  calculatedTakeOff: null,
  firstOffBlock: null,
  load: null,
  actual: NO_MOVEMENT,
  timeReportList: [],
  landingCount: null,
  releasedAt: null,
  distanceNm: 0,
  paxTotal: 0,
  fuel: null,
  fuelUpliftList: [],
  delayList: [],
  opsNote: null,
  statusReason: null,
  historyList: [],
  riskReasonList: [],
  buyer: null,
  ...versioned(asOf),
})

interface TripFacts {
  readonly tripId: string
  readonly number: number
  readonly clientId: string | null
}

export const tripOf = ({ tripId, number, clientId }: TripFacts, legs: readonly Flight[], asOf: number): Trip => ({
  tripId,
  tripNumber: `T${String(number).padStart(5, '0')}`,
  status: tripStatus(legs.map(({ status }) => status)),
  clientId,
  quoteId: null,
  buyer: null,
  aircraftIdList: [...new Set(legs.map(({ aircraftId }) => aircraftId))],
  ...versioned(asOf),
})
