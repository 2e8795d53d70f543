/** Adds aircraft to the fleet and changes them. */

import {
  type Aircraft,
  type AircraftDetails,
  type AircraftStatus,
  aircraftProblems,
  type Equipment,
  startingHoursProblems,
} from '../../domain/operations/aircraft.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import type { Money } from '../../domain/operations/money.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { AIRCRAFT, aircraftByRegistration } from '../../storage/operations/aircraft.ts'
import { lockNames } from '../../storage/operations/name-lock.ts'
import { changeRecord, createRecord, expectVersion, lockRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { airportOf } from '../reference/airport-code.ts'
import { newId } from '../world.ts'
import { setAircraftStatus } from './consequences/aircraft-status.ts'
import { type Desk, type Given, refuseLimitedView } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { kept, refuseNulls } from './patch.ts'

interface AircraftFields {
  readonly serialNumber?: Given<string>
  readonly maxRangeNm?: Given<number>
  readonly cruiseKt?: Given<number>
  readonly mtowKg?: Given<number>
  readonly yearOfManufacture?: Given<number>
  readonly equipmentList?: Given<readonly Equipment[]>
  readonly minFlightCrew?: Given<number>
  readonly cabinNote?: Given<string>
  readonly luggageM3?: Given<string>
  readonly insuredLiability?: Given<Money>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

export interface AircraftInput extends AircraftFields {
  readonly registration: string
  readonly acftTypeId: string
  /** ICAO or IATA code. */
  readonly base: string
  readonly seatCount: number
  readonly airframeMinutes?: Given<number>
  readonly cycles?: Given<number>
}

export interface AircraftUpdate extends AircraftFields {
  readonly aircraftId: string
  readonly registration?: Given<string>
  readonly acftTypeId?: Given<string>
  /** ICAO or IATA code. */
  readonly base?: Given<string>
  readonly seatCount?: Given<number>
  readonly status?: Given<AircraftStatus>
}

/** What an aircraft cannot be without. */
const NEEDED = ['registration', 'acftTypeId', 'base', 'seatCount', 'status', 'externalIdList'] as const

const NOTHING_SAID: AircraftDetails = {
  registration: '',
  acftTypeId: '',
  serialNumber: null,
  baseId: '',
  seatCount: 0,
  maxRangeNm: null,
  cruiseKt: null,
  mtowKg: null,
  yearOfManufacture: null,
  equipmentList: [],
  minFlightCrew: null,
  cabinNote: null,
  luggageM3: null,
  insuredLiability: null,
}

const knownTypeId = ({ reference }: Desk, acftTypeId: string): string => {
  if (reference.aircraftTypeById(acftTypeId)) return acftTypeId
  throw userError('NOT_FOUND', 'There is no such aircraft type: aircraftTypeList has them', ['input', 'acftTypeId'])
}

/** The details after an input, checked. */
const detailsOf = (
  before: AircraftDetails,
  desk: Desk,
  input: Omit<AircraftUpdate, 'aircraftId' | 'status'>,
  now: number,
): AircraftDetails => {
  const { reference } = desk
  const details: AircraftDetails = {
    registration: input.registration?.trim().toUpperCase() ?? before.registration,
    acftTypeId: input.acftTypeId ? knownTypeId(desk, input.acftTypeId) : before.acftTypeId,
    serialNumber: kept(input.serialNumber, before.serialNumber),
    baseId: input.base ? airportOf(reference, input.base, ['input', 'base']).airportId : before.baseId,
    seatCount: input.seatCount ?? before.seatCount,
    maxRangeNm: kept(input.maxRangeNm, before.maxRangeNm),
    cruiseKt: kept(input.cruiseKt, before.cruiseKt),
    mtowKg: kept(input.mtowKg, before.mtowKg),
    yearOfManufacture: kept(input.yearOfManufacture, before.yearOfManufacture),
    equipmentList: [...new Set(kept(input.equipmentList, before.equipmentList) ?? [])],
    minFlightCrew: kept(input.minFlightCrew, before.minFlightCrew),
    cabinNote: kept(input.cabinNote, before.cabinNote),
    luggageM3: kept(input.luggageM3, before.luggageM3),
    insuredLiability: kept(input.insuredLiability, before.insuredLiability),
  }
  refuseProblems(aircraftProblems(details, new Date(now).getUTCFullYear()), ['input'])
  return details
}

/** The lock on names is held. */
const refuseTaken = async (tx: ViewTx, registration: string): Promise<void> => {
  if (!(await aircraftByRegistration(tx, registration))) return
  throw userError('VALIDATION', `Another aircraft has the registration ${registration}`, ['input', 'registration'])
}

const LIMITED = 'A key limited to some aircraft cannot add one: use a key that sees the whole operator'

export const createAircraft = async (tx: ViewTx, desk: Desk, input: AircraftInput): Promise<{ aircraft: Aircraft }> => {
  refuseLimitedView(tx, LIMITED)
  const hours = { airframeMinutes: input.airframeMinutes ?? 0, cycles: input.cycles ?? 0 }
  refuseProblems(startingHoursProblems(hours), ['input'])
  await lockNames(tx, 'aircraft')
  const now = await tx.now()
  const details = detailsOf(NOTHING_SAID, desk, input, now)
  await refuseTaken(tx, details.registration)
  const aircraft = await createRecord(tx, AIRCRAFT, {
    ...details,
    ...hours,
    aircraftId: newId(desk.world, 'acf'),
    status: 'ACTIVE',
    groundingList: [],
    hoursAsOf: now,
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList }),
  })
  return { aircraft }
}

/** A change of registration locks the names, then the aircraft's row. */
export const updateAircraft = async (tx: ViewTx, desk: Desk, input: AircraftUpdate, expectedVersion: number) => {
  refuseNulls(input, NEEDED)
  if (input.registration) await lockNames(tx, 'aircraft')
  const before = await lockRecord(tx, AIRCRAFT, input.aircraftId, ['input', 'aircraftId'])
  expectVersion(before, expectedVersion)
  const details = detailsOf(before, desk, input, await tx.now())
  if (details.registration !== before.registration) await refuseTaken(tx, details.registration)
  const ids = { before: before.externalIdList, changes: input.externalIdList }
  const changes = { ...details, externalIdList: await externalIdsAfter(tx, desk, ids) }
  if (!input.status) return { aircraft: await changeRecord(tx, AIRCRAFT, before, changes), warningList: [] }
  const { aircraft, warningList } = await setAircraftStatus(tx, desk, before, { status: input.status, changes })
  return { aircraft, warningList: warningList.map((each) => ({ ...each, path: ['input', 'status'] })) }
}
