/** Writes the operational flight plan of a flight, revision by revision, and marks one that no longer fits (data §10.9). */
import { DAY_MS, MINUTE_MS } from '../../../domain/interval.ts'
import { type ActingAs, actingAs } from '../../../domain/operations/acting-as.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import {
  alternateProblems,
  canBePlanned,
  FLIGHT_PLAN_RECORD,
  type FlightPlan,
  fuelPartWarnings,
  isCurrent,
  otherThan,
  type PlanWriter,
  payloadOf,
} from '../../../domain/operations/flights/operational-plan.ts'
import { STANDING } from '../../../domain/operations/handling/service-request.ts'
import type { InputOf } from '../../../domain/records/description.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { changedFields } from '../../../domain/versioned.ts'
import type { Warning } from '../../../domain/warning.ts'
import { FLIGHT_PLAN, lockLatestPlanOf } from '../../../storage/operations/flights/flight-plans.ts'
import { lockRequestsOn } from '../../../storage/operations/handling/service-requests.ts'
import { changeRecord, createRecord, expectVersion } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { checkedDetails } from '../../records/details.ts'
import { airportOf, knownAirport } from '../../reference/airport-code.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { externalIdsAfter } from '../external-ids.ts'
import { refuseHeld } from '../handling/holder.ts'
import { lockFlight } from './flight-lock.ts'

const MAX_REVISIONS = 100
const MAX_AHEAD_MS = 5 * MINUTE_MS
const MAX_AGE_MS = 366 * DAY_MS
const UNDER = ['input']
/** Of a place that ICAO gave none. */
const NO_CODE = 'ZZZZ'

export type FlightPlanInput = InputOf<typeof FLIGHT_PLAN_RECORD> & {
  readonly alternateList?: Given<readonly string[]>
}

export interface PlanToSet {
  readonly input: FlightPlanInput
  readonly writtenAs: PlanWriter
  readonly expectedVersion?: Given<number>
}

const ACTORS: Readonly<Record<PlanWriter, ActingAs>> = {
  FLIGHT_DECK: 'flight-deck',
  FLIGHT_SUPPORT: 'provider',
  OPERATOR: 'operator',
}

/** Which scope is needed follows from it, so that nobody writes for another (threats row 363). */
const refuseOthers = ({ principal }: Desk, writtenAs: PlanWriter): void => {
  if (actingAs(principal) === ACTORS[writtenAs]) return
  throw userError('NOT_ALLOWED', `You do not write for ${writtenAs}`, ['as'])
}

/** A provider plans what it was asked to plan: a FLIGHT_PLAN request on the flight that stands (threats row 364). */
const refuseUnasked = async (tx: ViewTx, desk: Desk, flightId: string): Promise<void> => {
  if (tx.view.of !== 'provider') return
  const asked = (await lockRequestsOn(tx, 'flight_id', flightId)).find(
    ({ kind, status }) => kind === 'FLIGHT_PLAN' && STANDING.includes(status),
  )
  if (asked) return refuseHeld(tx, desk, asked)
  throw userError('NOT_ALLOWED', 'You were asked for no flight plan of this flight', ['input', 'flightId'])
}

const refuseOver = ({ status }: Flight): void => {
  if (canBePlanned({ status })) return
  throw userError('LOCKED', `The flight is ${status}: it is not planned any more`, ['input', 'flightId'])
}

const INPUTS = { ADEP: 'adep', ADES: 'ades', AIRCRAFT: 'aircraftId', PAYLOAD: 'flightId' } as const

/** A plan for what the flight was before would pass as one for what it is. */
const refuseOtherFlight = (plan: Parameters<typeof otherThan>[0], flight: Flight): void => {
  const problems = otherThan(plan, flight).map((change) => ({
    path: [INPUTS[change]],
    message: `The flight has another ${INPUTS[change]}: compute the plan for it`,
  }))
  refuseProblems(problems, UNDER)
}

const refuseOtherTimes = async (tx: ViewTx, computedAt: number): Promise<void> => {
  const now = await tx.now()
  if (computedAt <= now + MAX_AHEAD_MS && computedAt >= now - MAX_AGE_MS) return
  throw userError('IMPLAUSIBLE', 'It was computed within the last year, and not in the future', ['input', 'computedAt'])
}

/** What a planning system says; the rest is ours. */
const OURS: ReadonlySet<string> = new Set([
  ...['flightPlanId', 'flightNo', 'revision', 'status', 'outdatedList', 'acceptance', 'flightPayloadKg', 'provider'],
  ...['writtenAs', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'],
])

const saysTheSame = (before: FlightPlan, next: object): boolean =>
  changedFields(before, { ...before, ...next } as FlightPlan).every((field) => OURS.has(field))

export interface PlanWritten {
  readonly flightPlan: FlightPlan
  readonly warningList: readonly Warning[]
}

/** The flight is locked first: of two who plan it, the second makes the revision after that of the first. */
export const setFlightPlan = async (
  tx: ViewTx,
  desk: Desk,
  { input, writtenAs, expectedVersion }: PlanToSet,
): Promise<PlanWritten> => {
  refuseOthers(desk, writtenAs)
  const { flight } = await lockFlight(tx, input.flightId, ['input', 'flightId'])
  await refuseUnasked(tx, desk, flight.flightId)
  refuseOver(flight)
  const codes = input.alternateList ?? []
  refuseProblems(alternateProblems(codes), UNDER)
  const all = unrestricted(tx)
  const before = await lockLatestPlanOf(all, flight.flightId)
  if (before && typeof expectedVersion === 'number') expectVersion(before, expectedVersion)
  const details = await checkedDetails(tx, FLIGHT_PLAN_RECORD, desk, { before: null, input, under: UNDER })
  refuseOtherFlight(details, flight)
  await refuseOtherTimes(tx, details.computedAt)
  const alternates = codes.map((code, index) =>
    airportOf(desk.reference, code, [...UNDER, 'alternateList', String(index)]),
  )
  const ends = [details.adepId, details.adesId].map((id) => knownAirport(desk.reference, id))
  const provider = tx.view.of === 'provider' ? tx.view.provider : null
  // What another company wrote is not theirs to read, nor to go on with (threats row 364).
  const own = before?.provider === provider ? before : undefined
  // They go over to the next revision: each finds one.
  const ids = { before: own?.externalIdList ?? [], changes: input.externalIdList, under: UNDER }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  const alternateIdList = alternates.map(({ airportId }) => airportId)
  const placeList = [...ends, ...alternates].map(({ iCAO }) => iCAO ?? NO_CODE)
  const said = { ...details, alternateIdList, placeList, externalIdList }
  if (own && isCurrent(own) && saysTheSame(own, said)) return { flightPlan: own, warningList: [] }
  if (before && before.revision >= MAX_REVISIONS) {
    throw userError('LIMIT_EXCEEDED', `A flight has at most ${MAX_REVISIONS} flight plans`, ['input', 'flightId'])
  }
  if (before) {
    await changeRecord(all, FLIGHT_PLAN, before, { status: 'SUPERSEDED', ...(own && { externalIdList: [] }) })
  }
  const revision = {
    ...said,
    flightPlanId: newId(desk.world, FLIGHT_PLAN_RECORD.id.prefix),
    flightNo: flight.flightNo,
    revision: (before?.revision ?? 0) + 1,
    writtenAs,
    flightPayloadKg: payloadOf(flight),
    provider,
  }
  // Versions go on from the revision before: of two who read that one, the second is told (threats row 389).
  const flightPlan = await createRecord(tx, FLIGHT_PLAN, revision, (before?.version ?? 0) + 1)
  return { flightPlan, warningList: fuelPartWarnings(flightPlan) }
}
