/** Imports flights. A file may name the aircraft by its registration. */
import { FLIGHT_KINDS, FLIGHT_RULES } from '../../../domain/operations/flights/flight.ts'
import { userError } from '../../../domain/user-error.ts'
import { AIRCRAFT, aircraftByRegistration } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { lockRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { createFlight, type FlightCreate, type FlightUpdate, updateFlight } from '../flights/flight-plan.ts'
import { code, oneOf, text, time, whole } from './cells.ts'
import { FLIGHT_HEADINGS } from './heading-words.ts'
import { type ImportKind, knownRecord, type LineInput, outcomeOf, refuseMissing } from './import-kind.ts'

const aircraftOf = async (tx: ViewTx, { aircraftId, registration }: LineInput): Promise<string | undefined> => {
  if (aircraftId !== undefined || registration === undefined) return aircraftId as string | undefined
  const aircraft = await aircraftByRegistration(tx, registration as string)
  if (aircraft) return aircraft.aircraftId
  throw userError('NOT_FOUND', `There is no aircraft ${registration}`, ['input', 'registration'])
}

/** All aircraft of the file, in the order in which every transaction locks them. */
const lockAircraft = async (tx: ViewTx, lines: readonly LineInput[]): Promise<void> => {
  const ids = new Set<string>()
  const registrations = new Set<string>()
  for (const { aircraftId, registration } of lines) {
    if (typeof aircraftId === 'string') ids.add(aircraftId)
    else if (typeof registration === 'string') registrations.add(registration)
  }
  for (const registration of registrations) {
    const aircraft = await aircraftByRegistration(tx, registration)
    if (aircraft) ids.add(aircraft.aircraftId)
  }
  if (ids.size > 0) await lockRecords(tx, AIRCRAFT, [...ids])
}

export const FLIGHT_IMPORT: ImportKind = {
  record: FLIGHT,
  columns: {
    aircraftId: text,
    registration: code,
    flightNo: code,
    callsign: code,
    tripId: text,
    adep: code,
    ades: code,
    offBlock: time,
    onBlock: time,
    kind: oneOf(FLIGHT_KINDS),
    rules: oneOf(FLIGHT_RULES),
    paxCount: whole,
    status: oneOf(['OPTION', 'CONFIRMED']),
    opsNote: text,
  },
  headings: FLIGHT_HEADINGS,
  required: ['aircraftId', 'adep', 'ades', 'offBlock', 'kind'],
  begin: (tx, _desk, lines) => lockAircraft(tx, lines),
  write: async (tx, desk, { registration, ...line }) => {
    const aircraftId = await aircraftOf(tx, { ...line, registration })
    const named = { ...line, ...(aircraftId === undefined ? {} : { aircraftId }) }
    const before = await knownRecord(tx, FLIGHT, line)
    if (!before) {
      refuseMissing(named, FLIGHT_IMPORT.required)
      const { flight, warningList } = await createFlight(tx, desk, named as unknown as FlightCreate)
      return outcomeOf(before, flight, warningList)
    }
    // The life cycle of a known flight is led by people, not by a file.
    const { status: _, ...plan } = named as Partial<FlightCreate>
    const input: FlightUpdate = { ...plan, flightId: before.flightId }
    const { flight, warningList } = await updateFlight(tx, desk, input, before.version)
    return outcomeOf(before, flight, warningList)
  },
}
