/** Blocks aircraft and frees them again. */
import { type UnavailabilityReason, unavailabilityProblems } from '../../domain/operations/aircraft.ts'
import type { ExternalIdChange } from '../../domain/operations/external-id.ts'
import { refuseProblems, userError } from '../../domain/user-error.ts'
import { AIRCRAFT } from '../../storage/operations/aircraft.ts'
import { occupyingFlights } from '../../storage/operations/flights.ts'
import { UNAVAILABILITY } from '../../storage/operations/unavailability.ts'
import {
  createRecord,
  expectVersion,
  lockRecord,
  recordById,
  removeRecord,
  touchRecord,
} from '../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../storage/view.ts'
import { newId } from '../world.ts'
import type { Desk, Given } from './desk.ts'
import { externalIdsAfter } from './external-ids.ts'
import { plannedFor } from './flight-lock.ts'

export interface UnavailabilityInput {
  readonly aircraftId: string
  readonly from: number
  readonly to: number
  readonly reason: UnavailabilityReason
  readonly note?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

/** The feed reports a block as a change of its aircraft. */
const IN_FEED = ['unavailabilityList']

/** Locks the aircraft's row, like every change of its schedule. */
export const createUnavailability = async (tx: ViewTx, desk: Desk, input: UnavailabilityInput) => {
  const aircraft = await lockRecord(tx, AIRCRAFT, input.aircraftId, ['input', 'aircraftId'])
  const externalIdList = await externalIdsAfter(tx, desk, { changes: input.externalIdList })
  const unavailabilityId = newId(desk.world, 'una')
  const details = { ...input, note: input.note ?? null, unavailabilityId, externalIdList }
  refuseProblems(unavailabilityProblems(details), ['input'])
  const [flight] = await occupyingFlights(unrestricted(tx), input.aircraftId, input)
  if (flight) throw userError('AIRCRAFT_OVERLAP', plannedFor(flight), ['input', 'from'])
  const unavailability = await createRecord(tx, UNAVAILABILITY, details)
  await touchRecord(tx, AIRCRAFT, aircraft, { touched: IN_FEED })
  return { unavailability }
}

/** Locks the aircraft's row, then the block's. */
export const deleteUnavailability = async (tx: ViewTx, unavailabilityId: string, expectedVersion: number) => {
  const unlocked = await recordById(tx, UNAVAILABILITY, unavailabilityId)
  if (!unlocked) throw userError('NOT_FOUND', 'There is no such unavailability', ['unavailabilityId'])
  const aircraft = await lockRecord(tx, AIRCRAFT, unlocked.aircraftId, ['unavailabilityId'])
  const unavailability = await lockRecord(tx, UNAVAILABILITY, unavailabilityId, ['unavailabilityId'])
  expectVersion(unavailability, expectedVersion)
  await removeRecord(tx, UNAVAILABILITY, unavailability)
  await touchRecord(tx, AIRCRAFT, aircraft, { touched: IN_FEED })
  return { unavailability }
}
