/** Operational flight plans of the demo's next flights: planned, accepted, superseded, and one that the flight has outgrown. */
import { DAY_MS, HOUR_MS } from '../../domain/interval.ts'
import { COMMANDER } from '../../domain/operations/crew/crew.ts'
import type { Flight } from '../../domain/operations/flights/flight.ts'
import { FLIGHT_PLAN_RECORD, type FlightPlan, payloadOf } from '../../domain/operations/flights/operational-plan.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { CrewOnFlight } from '../../storage/operations/crew/flight-crew.ts'
import type { DemoReference, OperatorData } from './operator-data.ts'
import { Seeded } from './seeded.ts'

interface PlanFacts {
  readonly data: OperatorData
  readonly crew: readonly CrewOnFlight[]
  readonly reference: DemoReference
  readonly seed: string
  readonly asOf: number
}

const PLANS = 8
/** Counted from the next flight. */
const ACCEPTED = 0
const OUTDATED = 2
const SUPERSEDED = 3

const KG_PER_NM = 3
const PAX_KG = 96

const acceptanceOf = ({ data, crew }: PlanFacts, flight: Flight, signedAt: number): FlightPlan['acceptance'] => {
  const commander = crew.find(({ flightId, position }) => flightId === flight.flightId && position === COMMANDER)
  const member = data.crewMembers.find(({ crewMemberId }) => crewMemberId === commander?.crewMemberId)
  if (!member) return null
  const { crewMemberId, name, surname } = member
  const licence = data.qualifications.find((each) => each.crewMemberId === crewMemberId && each.kind === 'LICENCE')
  return {
    crewMemberId,
    name: `${name} ${surname}`,
    licenceNumber: licence?.number ?? null,
    method: 'PASSWORD',
    applicationName: 'Skylog',
    deviceId: 'EFB-07',
    signedAt,
  }
}

const planOf = (facts: PlanFacts, random: Seeded, flight: Flight): FlightPlan => {
  const [from, to] = [flight.adepId, flight.adesId].map(facts.reference.airportById)
  const tripFuel = Math.round(flight.distanceNm * KG_PER_NM) + 150
  const parts = { taxiFuel: 100, contingencyFuel: Math.round(tripFuel / 20), alternateFuel: 380, finalReserveFuel: 420 }
  const blockFuel = tripFuel + Object.values(parts).reduce((sum, part) => sum + part, 0)
  const payloadKg = flight.paxTotal * PAX_KG
  const zeroFuelKg = 6200 + payloadKg
  const computedAt = facts.asOf - 3 * HOUR_MS
  return madeRecord(FLIGHT_PLAN_RECORD, computedAt, {
    flightPlanId: random.id('ofp'),
    flightId: flight.flightId,
    flightNo: flight.flightNo,
    aircraftId: flight.aircraftId,
    adepId: flight.adepId,
    adesId: flight.adesId,
    route: 'DCT',
    levels: flight.distanceNm > 400 ? 'FL370' : 'FL280',
    cruise: 'M078',
    fuelUnit: 'KG',
    tripFuel,
    ...parts,
    blockFuel,
    payloadKg,
    zeroFuelKg,
    landingKg: zeroFuelKg + blockFuel - parts.taxiFuel - tripFuel,
    takeOffKg: zeroFuelKg + blockFuel - parts.taxiFuel,
    computedAt,
    source: 'Skyroute',
    writtenAs: 'OPERATOR',
    placeList: [from, to].map((airport) => airport?.iCAO ?? 'ZZZZ'),
    flightPayloadKg: payloadOf(flight),
  })
}

const plansOf = (facts: PlanFacts, random: Seeded, flight: Flight, ahead: number): FlightPlan[] => {
  const plan = planOf(facts, random, flight)
  const acceptance = ahead === ACCEPTED ? acceptanceOf(facts, flight, facts.asOf - HOUR_MS) : null
  if (acceptance) return [{ ...plan, status: 'ACCEPTED', acceptance }]
  if (ahead === OUTDATED) {
    const then = { flightPayloadKg: Math.max(0, plan.flightPayloadKg - 3 * PAX_KG) || 3 * PAX_KG }
    return [{ ...plan, ...then, status: 'OUTDATED', outdatedList: ['PAYLOAD'] }]
  }
  if (ahead !== SUPERSEDED) return [plan]
  const next = { flightPlanId: random.id('ofp'), revision: 2, blockFuel: plan.blockFuel + 200, extraFuel: 200 }
  return [
    { ...plan, status: 'SUPERSEDED' },
    { ...plan, ...next },
  ]
}

export const flightPlansOf = (facts: PlanFacts): FlightPlan[] => {
  const random = new Seeded(facts.seed).part('flight plans')
  return facts.data.flights
    .filter(
      ({ status, offBlock }) =>
        (status === 'CONFIRMED' || status === 'RELEASED') &&
        offBlock > facts.asOf &&
        offBlock < facts.asOf + 5 * DAY_MS,
    )
    .toSorted((a, b) => a.offBlock - b.offBlock || (a.flightId < b.flightId ? -1 : 1))
    .slice(0, PLANS)
    .flatMap((flight, ahead) => plansOf(facts, random, flight, ahead))
}
