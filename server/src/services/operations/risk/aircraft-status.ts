/**
 * Sets the status of an aircraft. AOG and MAINTENANCE open a block from now, whose end is estimated; ACTIVE ends the
 * blocks of now; STORED and SOLD are kept with the aircraft (data §4.6).
 */
import { DAY_MS, toMinute } from '../../../domain/interval.ts'
import { type Aircraft, type AircraftStatus, statusAt } from '../../../domain/operations/fleet/aircraft.ts'
import { NO_PERMIT } from '../../../domain/operations/fleet/permit-to-fly.ts'
import type { UnavailabilityReason } from '../../../domain/operations/fleet/unavailability.ts'
import { userError } from '../../../domain/user-error.ts'
import { groundingsOf, UNAVAILABILITY } from '../../../storage/operations/fleet/unavailability.ts'
import { changeRecord, createRecord, removeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { type Grounded, settleGrounding } from './settle-grounding.ts'

const ESTIMATED_MS = DAY_MS
/** How far ahead flights of an aircraft that goes out of service are looked for. */
const AHEAD_MS = 1100 * DAY_MS

/** Nobody frees a defect's aircraft by hand (threats row 337). */
const endBlocks = async (tx: ViewTx, aircraftId: string, now: number): Promise<void> => {
  const covering = await groundingsOf(unrestricted(tx), [aircraftId], { from: now, to: now + 1 }, now)
  if (covering.some(({ techLogEntryId }) => techLogEntryId !== null)) {
    const message = 'A defect keeps the aircraft AOG: its status follows once the defect is deferred or released'
    throw userError('LOCKED', message, ['input', 'status'])
  }
  for (const block of covering) {
    if (block.from >= now) await removeRecord(tx, UNAVAILABILITY, block)
    else await changeRecord(tx, UNAVAILABILITY, block, { to: now, isEndEstimated: false })
  }
}

const openBlock = (
  tx: ViewTx,
  { world }: Desk,
  aircraftId: string,
  block: { reason: UnavailabilityReason; now: number },
) =>
  createRecord(tx, UNAVAILABILITY, {
    unavailabilityId: newId(world, 'una'),
    aircraftId,
    from: block.now,
    to: block.now + ESTIMATED_MS,
    reason: block.reason,
    isEndEstimated: true,
    note: null,
    techLogEntryId: null,
    ...NO_PERMIT,
  })

/** The aircraft's row is locked. `changes` are what else is written with it. */
export const setAircraftStatus = async (
  tx: ViewTx,
  desk: Desk,
  before: Aircraft,
  { status, changes }: { readonly status: AircraftStatus; readonly changes: Partial<Aircraft> },
): Promise<Grounded> => {
  const now = toMinute(await tx.now())
  const isSet = status === 'STORED' || status === 'SOLD'
  const isSame = statusAt(before, now) === status
  if (!isSet && !isSame) {
    await endBlocks(tx, before.aircraftId, now)
    if (status === 'AOG' || status === 'MAINTENANCE') {
      await openBlock(tx, desk, before.aircraftId, { reason: status, now })
    }
  }
  const kept: AircraftStatus = isSet ? status : 'ACTIVE'
  const touched = isSame || isSet ? [] : ['unavailabilityList']
  const changed = { from: now, to: now + AHEAD_MS }
  return settleGrounding(tx, desk, before, { changed, changes: { ...changes, status: kept }, touched })
}
