/** Blocks aircraft and frees them again. AOG and MAINTENANCE are facts and may overlap flights (data §4.6). */

import type { Interval } from '../../domain/interval.ts'
import {
  type Aircraft,
  grounds,
  type Unavailability,
  type UnavailabilityReason,
  unavailabilityProblems,
} from '../../domain/operations/aircraft.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { type Warning, warning } from '../../domain/warning.ts'
import { toReaders } from '../../domain/wording.ts'
import { AIRCRAFT } from '../../storage/operations/aircraft.ts'
import { occupyingFlights } from '../../storage/operations/flights.ts'
import { UNAVAILABILITY, unavailabilityOf } from '../../storage/operations/unavailability.ts'
import { changeRecord, createRecord, expectVersion, lockRecord, removeRecord } from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { newId } from '../world.ts'
import { settleGrounding } from './consequences/settle-grounding.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { plannedFor } from './flight-lock.ts'
import { lockWithParent } from './parent-lock.ts'
import { kept, refuseNulls } from './patch.ts'

export interface UnavailabilityInput {
  readonly aircraftId: string
  readonly from: number
  readonly to: number
  readonly isEndEstimated?: Given<boolean>
  readonly reason: UnavailabilityReason
  readonly note?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

export interface UnavailabilityUpdate {
  readonly from?: Given<number>
  readonly to?: Given<number>
  readonly isEndEstimated?: Given<boolean>
  readonly reason?: Given<UnavailabilityReason>
  readonly note?: Given<string>
}

export interface UnavailabilityChange {
  readonly unavailability: Unavailability
  readonly atRiskFlightIdList: readonly string[]
  readonly warningList: readonly Warning[]
}

type Planned = Pick<Unavailability, 'aircraftId' | 'reason' | 'from' | 'to'>

/** A plan gives way to flights; a fact does not. */
const refuseOverFlights = async (tx: ViewTx, block: Planned): Promise<void> => {
  if (grounds(block.reason)) return
  const [flight] = await occupyingFlights(unrestricted(tx), block.aircraftId, block)
  if (flight) throw userError('AIRCRAFT_OVERLAP', plannedFor(flight), ['input', 'from'])
}

const overlapWarnings = async (tx: ViewTx, block: Unavailability): Promise<Warning[]> => {
  const met = await unavailabilityOf(unrestricted(tx), [block.aircraftId], block)
  return met
    .filter(({ unavailabilityId }) => unavailabilityId !== block.unavailabilityId)
    .map(({ reason, unavailabilityId }) => {
      const general = 'The aircraft has another block at that time'
      const message = toReaders('aircraft:read', `${general}: ${reason}`, general)
      const subjects = [{ id: unavailabilityId, needs: 'aircraft:read' as const }]
      return warning('UNAVAILABILITY_OVERLAP', message, ['input', 'from'], subjects)
    })
}

const spanOf = (...blocks: readonly Interval[]): Interval => ({
  from: Math.min(...blocks.map(({ from }) => from)),
  to: Math.max(...blocks.map(({ to }) => to)),
})

const settle = async (tx: ViewTx, aircraft: Aircraft, unavailability: Unavailability, changed: Interval) => {
  const warnings = await overlapWarnings(tx, unavailability)
  const { atRiskFlightIdList, warningList } = await settleGrounding(tx, aircraft, changed)
  const path = ['input', 'from']
  return {
    unavailability,
    atRiskFlightIdList,
    warningList: [...warnings, ...warningList.map((each) => ({ ...each, path }))],
  }
}

/** Locks the aircraft's row, like every change of its schedule. */
export const createUnavailability = async (
  tx: ViewTx,
  desk: Desk,
  input: UnavailabilityInput,
): Promise<UnavailabilityChange> => {
  const aircraft = await lockRecord(tx, AIRCRAFT, input.aircraftId, ['input', 'aircraftId'])
  const details = {
    ...input,
    note: input.note ?? null,
    isEndEstimated: input.isEndEstimated ?? false,
    unavailabilityId: newId(desk.world, 'una'),
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList }),
  }
  refuseProblems(unavailabilityProblems(details), ['input'])
  await refuseOverFlights(tx, details)
  const unavailability = await createRecord(tx, UNAVAILABILITY, details)
  return settle(tx, aircraft, unavailability, unavailability)
}

const lockBlock = async (tx: ViewTx, unavailabilityId: string, expectedVersion: number) => {
  const { parent: aircraft, record: before } = await lockWithParent(tx, AIRCRAFT, UNAVAILABILITY, unavailabilityId)
  expectVersion(before, expectedVersion)
  return { aircraft, before }
}

export interface BlockUpdate {
  readonly unavailabilityId: string
  readonly input: UnavailabilityUpdate
  readonly expectedVersion: number
}

export const updateUnavailability = async (
  tx: ViewTx,
  { unavailabilityId, input, expectedVersion }: BlockUpdate,
): Promise<UnavailabilityChange> => {
  refuseNulls(input, ['from', 'to', 'isEndEstimated', 'reason'])
  const { aircraft, before } = await lockBlock(tx, unavailabilityId, expectedVersion)
  const after: Unavailability = {
    ...before,
    from: input.from ?? before.from,
    to: input.to ?? before.to,
    isEndEstimated: input.isEndEstimated ?? before.isEndEstimated,
    reason: input.reason ?? before.reason,
    note: kept(input.note, before.note),
  }
  refuseProblems(unavailabilityProblems(after), ['input'])
  await refuseOverFlights(tx, after)
  const unavailability = await changeRecord(tx, UNAVAILABILITY, before, after)
  if (unavailability.version === before.version) return { unavailability, atRiskFlightIdList: [], warningList: [] }
  return settle(tx, aircraft, unavailability, spanOf(before, after))
}

export const deleteUnavailability = async (
  tx: ViewTx,
  unavailabilityId: string,
  expectedVersion: number,
): Promise<UnavailabilityChange> => {
  const { aircraft, before } = await lockBlock(tx, unavailabilityId, expectedVersion)
  await removeRecord(tx, UNAVAILABILITY, before)
  await settleGrounding(tx, aircraft, before)
  return { unavailability: before, atRiskFlightIdList: [], warningList: [] }
}
