/** Imports aircraft. A file may name the type by its designator where only one type has it. */
import { EQUIPMENT } from '../../../domain/operations/aircraft.ts'
import { userError } from '../../../domain/user-error.ts'
import { AIRCRAFT } from '../../../storage/operations/aircraft.ts'
import { lockNames } from '../../../storage/operations/name-lock.ts'
import { type AircraftInput, type AircraftUpdate, createAircraft, updateAircraft } from '../aircraft.ts'
import type { Desk } from '../desk.ts'
import { code, decimal, listOf, text, whole } from './cells.ts'
import { AIRCRAFT_HEADINGS } from './heading-words.ts'
import { type ImportKind, knownRecord, type LineInput, outcomeOf, refuseMissing } from './import-kind.ts'

/** The type that a line names: by its id, or by a designator that no other type has. */
const typeOf = ({ reference }: Desk, { acftTypeId, iCAO }: LineInput): string | undefined => {
  if (acftTypeId !== undefined || iCAO === undefined) return acftTypeId as string | undefined
  const types = reference.aircraftTypes(null).filter((type) => type.iCAO === iCAO)
  const [only] = types
  if (only && types.length === 1) return only.acftTypeId
  const message =
    types.length === 0
      ? `There is no aircraft type ${iCAO}`
      : `${types.length} types share ${iCAO}: name one by its acftTypeId (${types.map((type) => `${type.acftTypeId} ${type.model}`).join(', ')})`
  throw userError('VALIDATION', message, ['input', 'iCAO'])
}

export const AIRCRAFT_IMPORT: ImportKind = {
  record: AIRCRAFT,
  columns: {
    registration: code,
    acftTypeId: text,
    iCAO: code,
    base: code,
    seatCount: whole,
    serialNumber: text,
    maxRangeNm: whole,
    cruiseKt: whole,
    mtowKg: whole,
    yearOfManufacture: whole,
    equipmentList: listOf(EQUIPMENT),
    minFlightCrew: whole,
    cabinNote: text,
    luggageM3: decimal,
    airframeMinutes: whole,
    cycles: whole,
  },
  headings: AIRCRAFT_HEADINGS,
  required: ['registration', 'acftTypeId', 'base', 'seatCount'],
  begin: (tx) => lockNames(tx, 'aircraft'),
  write: async (tx, desk, { iCAO, ...line }) => {
    const acftTypeId = typeOf(desk, { ...line, iCAO })
    const named = { ...line, ...(acftTypeId === undefined ? {} : { acftTypeId }) }
    const before = await knownRecord(tx, AIRCRAFT, line)
    if (!before) {
      refuseMissing(named, AIRCRAFT_IMPORT.required)
      const { aircraft } = await createAircraft(tx, desk, named as unknown as AircraftInput)
      return outcomeOf(before, aircraft)
    }
    // What it had flown when it joined is counted on from: a file does not set it back.
    const { airframeMinutes: _, cycles: __, ...details } = named as Partial<AircraftInput>
    const input: AircraftUpdate = { ...details, aircraftId: before.aircraftId }
    const { aircraft } = await updateAircraft(tx, desk, input, before.version)
    return outcomeOf(before, aircraft)
  },
}
