/** Adds, corrects and removes uplifts of fuel. */
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { blankFuel, fuelWarnings } from '../../../domain/operations/movement/fuel.ts'
import type { FuelUnit } from '../../../domain/operations/movement/fuel-unit.ts'
import { type FuelUplift, MAX_UPLIFTS, upliftProblems } from '../../../domain/operations/movement/fuel-uplift.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { expectVersion } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { writeFlight } from '../flights/flight-change.ts'
import { type LockedFlight, lockFlight } from '../flights/flight-lock.ts'
import { kept, refuseNulls } from '../patch.ts'

export interface UpliftUpdate {
  readonly quantity?: Given<string>
  readonly unit?: Given<FuelUnit>
  readonly densityKgPerLitre?: Given<string>
  readonly at?: Given<number>
  readonly supplierName?: Given<string>
  readonly ticketNumber?: Given<string>
  readonly releaseNumber?: Given<string>
  readonly isDutyPaid?: Given<boolean>
}

export interface UpliftInput extends UpliftUpdate {
  readonly quantity: string
  readonly unit: FuelUnit
}

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

const lockOpen = async (tx: ViewTx, { flightId, expectedVersion }: Asked): Promise<LockedFlight> => {
  const locked = await lockFlight(tx, flightId, ['flightId'])
  if (typeof expectedVersion === 'number') expectVersion(locked.flight, expectedVersion)
  if (locked.flight.status === 'CANCELLED') {
    throw userError('LOCKED', 'A cancelled flight takes no fuel', ['flightId'])
  }
  return locked
}

const patched = (before: FuelUplift, input: UpliftUpdate): FuelUplift => ({
  ...before,
  quantity: input.quantity ?? before.quantity,
  unit: input.unit ?? before.unit,
  densityKgPerLitre: kept(input.densityKgPerLitre, before.densityKgPerLitre),
  at: kept(input.at, before.at),
  supplierName: kept(input.supplierName, before.supplierName),
  ticketNumber: kept(input.ticketNumber, before.ticketNumber),
  releaseNumber: kept(input.releaseNumber, before.releaseNumber),
  isDutyPaid: kept(input.isDutyPaid, before.isDutyPaid),
})

const write = async (
  tx: ViewTx,
  desk: Desk,
  locked: LockedFlight,
  { list, reason }: { readonly list: readonly FuelUplift[]; readonly reason: Given<string> },
) => {
  const before = locked.flight
  const [first] = list
  const { flight } = await writeFlight(tx, desk, locked, {
    // The unit of the first report is that of the record.
    after: { ...before, fuelUpliftList: list, fuel: before.fuel ?? (first ? blankFuel(first.unit) : null) },
    reason: reason ?? null,
    reasonPath: ['reason'],
    needsReason: false,
    path: ['uplift'],
  })
  return { flight, warningList: fuelWarnings(flight.fuel, list).map((each) => ({ ...each, path: ['uplift'] })) }
}

export const addFuelUplift = async (
  tx: ViewTx,
  desk: Desk,
  asked: Asked & { readonly uplift: UpliftInput },
): Promise<UpliftChange> => {
  const locked = await lockOpen(tx, asked)
  const list = locked.flight.fuelUpliftList
  if (list.length >= MAX_UPLIFTS) {
    throw userError('LIMIT_EXCEEDED', `A flight has at most ${MAX_UPLIFTS} uplifts`, ['uplift'])
  }
  const blank: FuelUplift = {
    fuelUpliftId: newId(desk.world, 'fup'),
    quantity: '',
    unit: asked.uplift.unit,
    densityKgPerLitre: null,
    at: null,
    supplierName: null,
    ticketNumber: null,
    releaseNumber: null,
    isDutyPaid: null,
  }
  const fuelUplift = patched(blank, asked.uplift)
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
  const locked = await lockOpen(tx, asked)
  const before = knownUplift(locked, asked.fuelUpliftId)
  const fuelUplift = patched(before, asked.uplift)
  refuseProblems(upliftProblems(fuelUplift), ['uplift'])
  const list = locked.flight.fuelUpliftList.map((each) => (each === before ? fuelUplift : each))
  return { fuelUplift, ...(await write(tx, desk, locked, { list, reason: asked.reason })) }
}

/** Answers what was removed. */
export const removeFuelUplift = async (tx: ViewTx, desk: Desk, asked: OfUplift): Promise<UpliftChange> => {
  const locked = await lockOpen(tx, asked)
  const fuelUplift = knownUplift(locked, asked.fuelUpliftId)
  const list = locked.flight.fuelUpliftList.filter((each) => each !== fuelUplift)
  return { fuelUplift, ...(await write(tx, desk, locked, { list, reason: asked.reason })) }
}
