/** Imports flights. A file may name the aircraft by its registration. */
import {
  FLIGHT_KINDS,
  FLIGHT_RULES,
  type Flight,
  flightNameProblems,
  flightProblems,
} from '../../../domain/operations/flights/flight.ts'
import type { Problem } from '../../../domain/problem.ts'
import { EXTERNAL_ID_WORDS } from '../../../domain/records/heading-words.ts'
import { columnsOf } from '../../../storage/columns.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { oneOf as oneOfThese } from '../../../storage/record-kind.ts'
import { lockRecords, selectRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { createFlight, type FlightCreate, type FlightUpdate, updateFlight } from '../flights/flight-plan.ts'
import { type CellReader, code, oneOf, text, time, whole } from './cells.ts'
import { FLIGHT_HEADINGS } from './heading-words.ts'
import {
  type FileField,
  type ImportKind,
  type LineInput,
  type LookedAt,
  missingFrom,
  outcomeOf,
  type ReadLine,
} from './import-kind.ts'
import { recordOfExternalId } from './known-record.ts'

const field = (name: string, read: CellReader, label: string): readonly [string, FileField] => [
  name,
  { read, label, headings: FLIGHT_HEADINGS[name] ?? '' },
]

const COLUMNS: Readonly<Record<string, FileField>> = Object.fromEntries([
  field('registration', code, 'Aircraft'),
  field('flightNo', code, 'Flight number'),
  field('callsign', code, 'Callsign'),
  field('adep', code, 'From'),
  field('ades', code, 'To'),
  field('offBlock', time, 'Off block, UTC'),
  field('onBlock', time, 'On block, UTC'),
  field('kind', oneOf(FLIGHT_KINDS), 'Kind'),
  field('rules', oneOf(FLIGHT_RULES), 'Flight rules'),
  field('paxCount', whole, 'Passengers'),
  field('status', oneOf(['OPTION', 'CONFIRMED']), 'Status'),
  field('opsNote', text, 'Note'),
  field('aircraftId', text, 'Aircraft, by its id'),
  field('tripId', text, 'Trip, by its id'),
])

const NEEDED = [['registration', 'aircraftId'], ['adep'], ['ades'], ['offBlock'], ['kind']]

const NAMES = columnsOf(AIRCRAFT, 'aircraftId', 'registration')

interface NamedAircraft {
  readonly aircraftId: string | undefined
  readonly problems: readonly Problem[]
}

/** All aircraft of the file are locked, in the order in which every transaction locks them. */
const lockAircraft = async (tx: ViewTx, lines: readonly ReadLine[]): Promise<(line: LineInput) => NamedAircraft> => {
  const given = new Set(lines.map(({ input }) => input.aircraftId).filter((id) => typeof id === 'string'))
  const names = new Set(lines.map(({ input }) => input.registration).filter((name) => typeof name === 'string'))
  const byName = await selectRecords(tx, AIRCRAFT, {
    columns: NAMES,
    where: [oneOfThese('aircraft.registration', [...names])],
  })
  const idOf = new Map(byName.map(({ registration, aircraftId }) => [registration, aircraftId]))
  const ids = [...given, ...idOf.values()]
  const locked = ids.length > 0 ? await lockRecords(tx, AIRCRAFT, ids) : new Map()
  return ({ aircraftId, registration }) => {
    if (typeof aircraftId === 'string') {
      const message = `There is no aircraft with the id ${aircraftId}`
      return { aircraftId, problems: locked.has(aircraftId) ? [] : [{ path: ['aircraftId'], message }] }
    }
    if (typeof registration !== 'string') return { aircraftId: undefined, problems: [] }
    const found = idOf.get(registration)
    const message = `There is no aircraft ${registration}`
    return { aircraftId: found, problems: found === undefined ? [{ path: ['registration'], message }] : [] }
  }
}

const airportProblems = ({ reference }: Desk, line: LineInput): Problem[] =>
  (['adep', 'ades'] as const).flatMap((name) => {
    const given = line[name]
    if (typeof given !== 'string' || reference.airportByCode(given)) return []
    return [{ path: [name], message: `There is no airport ${given}` }]
  })

/** What is wrong with the rest of a line by itself; without its times, or those of the flight, they are not compared. */
const otherProblems = (line: LineInput, before: Flight | undefined): Problem[] => {
  const { flightNo = 'A1', callsign = null, opsNote = null, paxCount = 0 } = line as Partial<FlightCreate>
  const offBlock = (line.offBlock ?? before?.offBlock ?? 0) as number
  const onBlock = line.offBlock === undefined || line.onBlock === undefined ? offBlock + 1 : (line.onBlock as number)
  return [
    ...flightNameProblems({ flightNo: flightNo as string, callsign }),
    ...flightProblems({ opsNote, offBlock, onBlock, paxTotal: paxCount as number, alternateIdList: [] }),
  ]
}

const write = async (tx: ViewTx, desk: Desk, line: LineInput, before: Flight | undefined) => {
  if (!before) {
    const { flight, warningList } = await createFlight(tx, desk, line as unknown as FlightCreate)
    return outcomeOf(before, flight, warningList)
  }
  // The life cycle of a known flight is led by people, not by a file.
  const { status: _, ...plan } = line as Partial<FlightCreate>
  const input: FlightUpdate = { ...plan, flightId: before.flightId }
  const { flight, warningList } = await updateFlight(tx, desk, input, before.version)
  return outcomeOf(before, flight, warningList)
}

export const FLIGHT_IMPORT: ImportKind = {
  record: FLIGHT,
  columns: COLUMNS,
  externalId: { label: 'Id in another system', headings: EXTERNAL_ID_WORDS },
  needed: NEEDED,
  begin: async (tx, desk, lines) => {
    const aircraftOf = await lockAircraft(tx, lines)
    return async (read): Promise<LookedAt> => {
      const { registration: _, ...rest } = read.input
      const { aircraftId, problems: ofAircraft } = aircraftOf(read.input)
      const line = { ...rest, ...(aircraftId === undefined ? {} : { aircraftId }) }
      const before = await recordOfExternalId(tx, FLIGHT, line)
      const problems = [
        ...(before ? [] : missingFrom({ needed: NEEDED }, read)),
        ...ofAircraft,
        ...airportProblems(desk, line),
        ...otherProblems(line, before),
      ]
      return { problems, write: () => write(tx, desk, line, before) }
    }
  },
}
