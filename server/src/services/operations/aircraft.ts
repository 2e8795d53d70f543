/** Changes aircraft. */
import { type AircraftStatus, type Equipment, seatProblems } from '../../domain/operations/aircraft.ts'
import { refuseProblems } from '../../domain/user-error.ts'
import { AIRCRAFT } from '../../storage/operations/aircraft.ts'
import { changeRecord, expectVersion, lockRecord } from '../../storage/records.ts'
import type { ViewTx } from '../../storage/view.ts'
import { airportOf } from '../reference/airport-code.ts'
import type { Desk, Given } from './desk.ts'
import { refuseNulls } from './patch.ts'

export interface AircraftUpdate {
  readonly aircraftId: string
  /** ICAO or IATA code. */
  readonly base?: Given<string>
  readonly seatCount?: Given<number>
  readonly equipmentList?: Given<readonly Equipment[]>
  readonly status?: Given<AircraftStatus>
}

export const updateAircraft = async (
  tx: ViewTx,
  { reference }: Desk,
  input: AircraftUpdate,
  expectedVersion: number,
) => {
  refuseNulls(input, ['base', 'seatCount', 'equipmentList', 'status'])
  const before = await lockRecord(tx, AIRCRAFT, input.aircraftId, ['input', 'aircraftId'])
  expectVersion(before, expectedVersion)
  const seatCount = input.seatCount ?? before.seatCount
  refuseProblems(seatProblems(seatCount), ['input'])
  const aircraft = await changeRecord(tx, AIRCRAFT, before, {
    baseId: input.base ? airportOf(reference, input.base, ['input', 'base']).airportId : before.baseId,
    seatCount,
    equipmentList: input.equipmentList ? [...new Set(input.equipmentList)] : before.equipmentList,
    status: input.status ?? before.status,
  })
  return { aircraft }
}
