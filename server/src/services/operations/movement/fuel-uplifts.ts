/** Adds, corrects and removes uplifts of fuel. */
import { actingAs } from '../../../domain/operations/acting-as.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { blankFuel, fuelWarnings } from '../../../domain/operations/movement/fuel.ts'
import {
  type FuelUplift,
  MAX_UPLIFTS,
  newUplift,
  type UpliftInput,
  type UpliftUpdate,
  upliftAfter,
  upliftProblems,
} from '../../../domain/operations/movement/fuel-uplift.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { expectVersion } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { writeFlight } from '../flights/flight-change.ts'
import { type LockedFlight, lockFlight } from '../flights/flight-lock.ts'
import { refuseNulls } from '../patch.ts'

export interface UpliftChange {
  readonly fuelUplift: FuelUplift
  readonly flight: Flight
  readonly warningList: readonly Warning[]
}

interface Asked {
  readonly flightId: string
  readonly expectedVersion?: Given<number>
  readonly reason?: Given<string>
}

/** A provider sees what the flight took on elsewhere, and changes none of it (threats row 345). */
const lockOpen = async (tx: ViewTx, desk: Desk, { flightId, expectedVersion }: Asked): Promise<LockedFlight> => {
  if (actingAs(desk.principal) === 'provider') {
    const message = 'A provider says what it uplifted when it completes its FUEL request: result.upliftList'
    throw userError('NOT_ALLOWED', message, ['flightId'])
  }
  const locked = await lockFlight(tx, flightId, ['flightId'])
  if (typeof expectedVersion === 'number') expectVersion(locked.flight, expectedVersion)
  if (locked.flight.status === 'CANCELLED') {
    throw userError('LOCKED', 'A cancelled flight takes no fuel', ['flightId'])
  }
  return locked
}

export interface UpliftList {
  readonly list: readonly FuelUplift[]
  readonly reason: Given<string>
  /** The argument that warnings name. */
  readonly path: readonly string[]
}

/** Writes the whole list; the flight's row is locked, and its state allows it. */
export const writeUplifts = async (
  tx: ViewTx,
  desk: Desk,
  locked: LockedFlight,
  { list, reason, path }: UpliftList,
) => {
  const before = locked.flight
  if (list.length > MAX_UPLIFTS) {
    throw userError('LIMIT_EXCEEDED', `A flight has at most ${MAX_UPLIFTS} uplifts`, path)
  }
  const [first] = list
  const { flight } = await writeFlight(tx, desk, locked, {
    // The unit of the first report is that of the record.
    after: { ...before, fuelUpliftList: list, fuel: before.fuel ?? (first ? blankFuel(first.unit) : null) },
    reason: reason ?? null,
    reasonPath: ['reason'],
    needsReason: false,
    path,
  })
  return { flight, warningList: fuelWarnings(flight.fuel, list).map((each) => ({ ...each, path })) }
}

const write = (tx: ViewTx, desk: Desk, locked: LockedFlight, change: Omit<UpliftList, 'path'>) =>
  writeUplifts(tx, desk, locked, { ...change, path: ['uplift'] })

export const addFuelUplift = async (
  tx: ViewTx,
  desk: Desk,
  asked: Asked & { readonly uplift: UpliftInput },
): Promise<UpliftChange> => {
  const locked = await lockOpen(tx, desk, asked)
  const list = locked.flight.fuelUpliftList
  const fuelUplift = newUplift(newId(desk.world, 'fup'), asked.uplift)
  refuseProblems(upliftProblems(fuelUplift), ['uplift'])
  return { fuelUplift, ...(await write(tx, desk, locked, { list: [...list, fuelUplift], reason: asked.reason })) }
}

const knownUplift = ({ flight }: LockedFlight, fuelUpliftId: string): FuelUplift => {
  const known = flight.fuelUpliftList.find((each) => each.fuelUpliftId === fuelUpliftId)
  if (!known) throw userError('NOT_FOUND', 'The flight has no such uplift', ['fuelUpliftId'])
  return known
}

type OfUplift = Asked & { readonly fuelUpliftId: string }

export const updateFuelUplift = async (
  tx: ViewTx,
  desk: Desk,
  asked: OfUplift & { readonly uplift: UpliftUpdate },
): Promise<UpliftChange> => {
  refuseNulls(asked.uplift, ['quantity', 'unit'], ['uplift'])
  const locked = await lockOpen(tx, desk, asked)
  const before = knownUplift(locked, asked.fuelUpliftId)
  const fuelUplift = upliftAfter(before, asked.uplift)
  refuseProblems(upliftProblems(fuelUplift), ['uplift'])
  const list = locked.flight.fuelUpliftList.map((each) => (each === before ? fuelUplift : each))
  return { fuelUplift, ...(await write(tx, desk, locked, { list, reason: asked.reason })) }
}

/** Answers what was removed. */
export const removeFuelUplift = async (tx: ViewTx, desk: Desk, asked: OfUplift): Promise<UpliftChange> => {
  const locked = await lockOpen(tx, desk, asked)
  const fuelUplift = knownUplift(locked, asked.fuelUpliftId)
  const list = locked.flight.fuelUpliftList.filter((each) => each !== fuelUplift)
  return { fuelUplift, ...(await write(tx, desk, locked, { list, reason: asked.reason })) }
}
