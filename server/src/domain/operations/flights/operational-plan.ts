/**
 * The operational flight plan of a flight: what a planning system computed, one row for each revision (data §10.9). It
 * keeps what it was computed for, so that a flight that becomes another one makes it OUTDATED.
 */
import type { Problem } from '../../problem.ts'
import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { airport, anyText, idOf, listOf, oneOf, text, time, value, values, whole } from '../../records/fields.ts'
import { among, byId } from '../../records/filter.ts'
import { type Warning, warning } from '../../warning.ts'
import type { Signature } from '../logs/signature.ts'
import { FUEL_UNIT } from '../movement/fuel-unit.ts'
import type { Flight } from './flight.ts'

const PLAN_STATUS = enumeration(
  'FlightPlanStatus',
  ['ACCEPTED', 'OUTDATED', 'PLANNED', 'SUPERSEDED'],
  'PLANNED becomes ACCEPTED by the commander, and PLANNED again where somebody else becomes the commander before the landing; both become OUTDATED where the flight becomes another one, and SUPERSEDED by the next revision.',
)

const PLAN_WRITERS = ['FLIGHT_DECK', 'FLIGHT_SUPPORT', 'OPERATOR'] as const
export type PlanWriter = (typeof PLAN_WRITERS)[number]

export const PLAN_WRITER = enumeration('FlightPlanWriter', PLAN_WRITERS, 'For whom a flight plan is written.')

const PLAN_CHANGE = enumeration('FlightPlanChange', ['ADEP', 'ADES', 'AIRCRAFT', 'PAYLOAD'])
type PlanChange = (typeof PLAN_CHANGE)['values'][number]

const MAX_FUEL = 1_000_000
const MAX_KG = 700_000
const MAX_ALTERNATES = 5

const fuel = (label: string) => whole({ min: 0, max: MAX_FUEL, label })
const mass = (label: string) => whole({ min: 0, max: MAX_KG, label: `${label}, kg` })

/** What is limited, by the field of its limit. */
const LIMITS = [
  ['zeroFuelKg', 'maxZeroFuelKg'],
  ['takeOffKg', 'maxTakeOffKg'],
  ['landingKg', 'maxLandingKg'],
  ['payloadKg', 'maxPayloadKg'],
] as const

/** In flight fuel is burnt: the first of each is at most the second. */
const LIGHTER_FIRST = [
  ['zeroFuelKg', 'landingKg'],
  ['zeroFuelKg', 'takeOffKg'],
  ['landingKg', 'takeOffKg'],
] as const

const FUEL_PARTS = [
  'taxiFuel',
  'tripFuel',
  'contingencyFuel',
  'alternateFuel',
  'finalReserveFuel',
  'additionalFuel',
  'extraFuel',
] as const

const atMost = (field: string, least: number | null, than: string, most: number | null): Problem[] =>
  least !== null && most !== null && least > most ? [{ path: [field], message: `${field} is at most ${than}` }] : []

/** What is burnt before the landing is on board at the stand. */
const burntProblems = ({ taxiFuel, tripFuel, blockFuel }: Burnt): Problem[] =>
  (taxiFuel ?? 0) + tripFuel > blockFuel
    ? [{ path: ['blockFuel'], message: 'blockFuel is at least taxiFuel and tripFuel together' }]
    : []

interface Burnt {
  readonly taxiFuel: number | null
  readonly tripFuel: number
  readonly blockFuel: number
}

export const FLIGHT_PLAN_RECORD = record('FlightPlan', {
  file: 'domain/operations/flights/operational-plan.ts',
  entity: 'FLIGHT_PLAN',
  noun: 'flight plan',
  calledBy: ['flightNo', 'revision'],
  listed: ['adepId', 'adesId', 'status', 'blockFuel', 'computedAt', 'source'],
  says: 'An operational flight plan, as a planning system computed it. A flight support application sees those that it wrote.',
  id: { field: 'flightPlanId', prefix: 'ofp' },
  read: 'flight:read',
  write: 'flight:write',
  fields: {
    flightId: idOf('Flight', { required: true, written: 'create', parent: 'input' }),
    flightNo: anyText({ required: true, written: 'never', label: 'Flight' }),
    revision: whole({ written: 'never', initial: 1 }),
    status: oneOf(PLAN_STATUS, { written: 'never', initial: 'PLANNED' }),
    aircraftId: idOf('Aircraft', {
      required: true,
      written: 'create',
      asks: 'What it was computed for: refused where the flight has another.',
    }),
    adepId: airport({ as: 'adep', required: true, written: 'create', label: 'From' }),
    adesId: airport({ as: 'ades', required: true, written: 'create', label: 'To' }),
    alternateIdList: values<string>()({ written: 'never', shown: 'alternateList' }),
    route: text({ required: true, most: 2000, lines: 'several' }),
    levels: text({ most: 200, says: 'Cruising levels along the route, e.g. FL350 KUDES FL370.' }),
    cruise: text({ most: 40, says: 'Speed or cost index, e.g. M080 or CI 40.' }),
    fuelUnit: oneOf(FUEL_UNIT, { required: true, label: 'Fuel in' }),
    taxiFuel: fuel('Taxi'),
    tripFuel: whole({ required: true, min: 0, max: MAX_FUEL, label: 'Trip' }),
    contingencyFuel: fuel('Contingency'),
    alternateFuel: fuel('Alternate'),
    finalReserveFuel: fuel('Final reserve'),
    additionalFuel: fuel('Additional'),
    extraFuel: fuel('Extra'),
    blockFuel: whole({ required: true, min: 0, max: MAX_FUEL, label: 'Block fuel' }),
    zeroFuelKg: mass('Zero fuel'),
    takeOffKg: mass('Take-off'),
    landingKg: mass('Landing'),
    payloadKg: mass('Payload'),
    maxZeroFuelKg: mass('Zero fuel at most'),
    maxTakeOffKg: mass('Take-off at most'),
    maxLandingKg: mass('Landing at most'),
    maxPayloadKg: mass('Payload at most'),
    computedAt: time({ required: true, label: 'Computed' }),
    source: text({ required: true, most: 100, asks: 'The system that computed it.' }),
    writtenAs: oneOf(PLAN_WRITER, { required: true, written: 'never', label: 'Written for' }),
    outdatedList: listOf(PLAN_CHANGE, {
      written: 'never',
      label: 'Outdated by',
      says: 'What of the flight is another than what it was computed for.',
    }),
    acceptance: value<Signature>()({ written: 'never', shown: 'acceptance' }),
    /** The codes of both airports, then of the alternates: a page names them. */
    placeList: values<string>()({ written: 'never', shown: null }),
    /** What the flight was reckoned to carry when it was written. */
    flightPayloadKg: whole({ written: 'never', initial: 0, shown: null }),
    /** The flight support application that wrote it, which sees it while it is asked for something on the flight. */
    provider: anyText({ written: 'never', shown: null }),
  },
  rules: [
    ...[...LIMITS, ...LIGHTER_FIRST].map(([field, limit]) => ({
      of: [field, limit],
      problems: (plan: Readonly<Record<string, unknown>>) =>
        atMost(field, plan[field] as number | null, limit, plan[limit] as number | null),
    })),
    {
      of: ['taxiFuel', 'tripFuel', 'blockFuel'],
      problems: burntProblems,
    },
  ],
  order: { field: 'createdAt' },
  filters: {
    flightPlanIdList: byId,
    flightIdList: among('flightId', { isIndexed: true, findsFew: true }),
    aircraftIdList: among('aircraftId', { needs: ['aircraft:read'] }),
    statusList: among('status'),
  },
  visible: { aircraft: own('aircraftId'), buyer: 'none', provider: 'joined', person: 'none' },
  one: 'One flight plan.',
  list: 'Flight plans in the order they were written.',
  create: false,
  update: false,
  delete: false,
})

export type FlightPlan = RecordOf<typeof FLIGHT_PLAN_RECORD>

/** Once the aircraft is back on the ground, or never leaves it, nothing is planned. */
const OVER: ReadonlySet<string> = new Set(['LANDED', 'ON_BLOCK', 'CLOSED', 'CANCELLED'])

export const canBePlanned = ({ status }: Pick<Flight, 'status'>): boolean => !OVER.has(status)

export const alternateProblems = (alternates: readonly string[]): Problem[] =>
  alternates.length > MAX_ALTERNATES
    ? [{ path: ['alternateList'], message: `A flight plan has at most ${MAX_ALTERNATES} alternates` }]
    : []

/** With hand baggage, of who did not tell: the mass that the rules give an adult in a small aircraft. */
const UNTOLD_KG = 96

/** What the flight carries as far as anybody told: weights of passengers and of their baggage. */
export const payloadOf = ({ paxTotal, load }: Pick<Flight, 'paxTotal' | 'load'>): number =>
  (load?.weightKg ?? 0) + Math.max(0, paxTotal - (load?.weighed ?? 0)) * UNTOLD_KG + (load?.baggageKg ?? 0)

type Planned = Pick<FlightPlan, 'adepId' | 'adesId' | 'aircraftId'>

/** In which of these a flight is another than the one that a plan was computed for. */
export const otherThan = (plan: Planned, flight: Planned): PlanChange[] => [
  ...(plan.adepId === flight.adepId ? [] : (['ADEP'] as const)),
  ...(plan.adesId === flight.adesId ? [] : (['ADES'] as const)),
  ...(plan.aircraftId === flight.aircraftId ? [] : (['AIRCRAFT'] as const)),
]

/** What makes the plan OUTDATED; `mostKg` is how much another payload the operator takes. */
export const outdatedBy = (
  plan: Planned & Pick<FlightPlan, 'flightPayloadKg'>,
  flight: Flight,
  mostKg: number,
): PlanChange[] => [
  ...otherThan(plan, flight),
  ...(Math.abs(payloadOf(flight) - plan.flightPayloadKg) > mostKg ? (['PAYLOAD'] as const) : []),
]

export const isCurrent = ({ status }: Pick<FlightPlan, 'status'>): boolean =>
  status === 'PLANNED' || status === 'ACCEPTED'

const BALANCE_TOLERANCE = 0.03

/** Whether block fuel is what its parts make; silent where only some are told. */
export const fuelPartWarnings = (plan: FlightPlan): Warning[] => {
  const parts = FUEL_PARTS.map((part) => plan[part] ?? 0)
  const sum = parts.reduce((total, part) => total + part, 0)
  if (plan.finalReserveFuel === null || Math.abs(sum - plan.blockFuel) <= plan.blockFuel * BALANCE_TOLERANCE) return []
  return [warning('FUEL_BALANCE', `The parts make ${sum}, block fuel is ${plan.blockFuel}`, ['input', 'blockFuel'])]
}

/** What the commander accepts: everything that a planning system said. */
export const acceptedValues = (plan: FlightPlan) => {
  const { flightPlanId, flightId, revision, aircraftId, adepId, adesId, alternateIdList, route, levels, cruise } = plan
  const { fuelUnit, blockFuel, computedAt, source } = plan
  const parts = Object.fromEntries(FUEL_PARTS.map((part) => [part, plan[part]]))
  const masses = Object.fromEntries(LIMITS.flat().map((field) => [field, plan[field]]))
  return {
    ...{ flightPlanId, flightId, revision, aircraftId, adepId, adesId, alternateIdList, route, levels, cruise },
    ...{ fuelUnit, blockFuel, computedAt, source, ...parts, ...masses },
  }
}
