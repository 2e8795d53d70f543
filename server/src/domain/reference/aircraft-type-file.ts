import type { CsvRow, LineError } from '../csv.ts'
import { type Headers, readTable, type TableRow } from '../csv-table.ts'
import {
  type AircraftTypeRecord,
  aircraftTypeId,
  byTypeOrder,
  type EngineType,
  isTypeDesignator,
  type Species,
  type WakeCategory,
} from './aircraft-type.ts'
import { isFlightCrewCount, MAX_FLIGHT_CREW } from './type-rating-file.ts'

/**
 * Aircraft types from a file: our own layout, and the exports of ICAO Doc 8643 that circulate, where engines and
 * species stand in columns of their own or in one description such as L2J.
 */
type Column =
  | 'iCAO'
  | 'manufacturer'
  | 'model'
  | 'description'
  | 'engineCount'
  | 'engineType'
  | 'species'
  | 'wakeCategory'
  | 'minFlightCrew'

const HEADERS: Headers<Column> = {
  iCAO: ['ICAO', 'Type Designator', 'Designator', 'ICAO Code'],
  manufacturer: ['Manufacturer', 'ManufacturerCode', 'Manufacturer Name', 'Make'],
  model: ['Model', 'ModelFullName', 'Model Name', 'Model_FAA'],
  description: ['Description', 'ICAO Description'],
  engineCount: ['Engine Count', 'Number of Engines', 'Num_Engines', 'Engines'],
  engineType: ['Engine Type', 'Physical_Class_Engine'],
  species: ['Species', 'AircraftDescription', 'Aircraft Description'],
  wakeCategory: ['Wake Category', 'WTC', 'Wake', 'ICAO_WTC', 'Wake Turbulence Category'],
  minFlightCrew: ['Min Flight Crew', 'Minimum Crew'],
}

/** All records in order, or none and what is wrong: an import is whole or nothing. */
export const readAircraftTypes = (
  rows: readonly CsvRow[],
): { readonly records: readonly AircraftTypeRecord[]; readonly errors: readonly LineError[] } => {
  const table = readTable(rows, HEADERS, ['iCAO', 'manufacturer', 'model'])
  const errors = [...table.errors]
  const seen = new Map<string, { record: AircraftTypeRecord; line: number }>()
  for (const row of table.rows) {
    const problem = rowProblem(row)
    if (problem) {
      errors.push({ line: row.line, message: problem })
      continue
    }
    const record = recordOf(row)
    const earlier = seen.get(record.acftTypeId)
    if (!earlier) seen.set(record.acftTypeId, { record, line: row.line })
    else if (!saysTheSame(earlier.record, record))
      errors.push({ line: row.line, message: conflict(record, earlier.line) })
  }
  if (errors.length > 0) return { records: [], errors }
  return { records: [...seen.values()].map(({ record }) => record).sort(byTypeOrder), errors: [] }
}

const ENGINE_TYPE_WORDS: Readonly<Record<string, EngineType>> = {
  j: 'JET',
  jet: 'JET',
  t: 'TURBOPROP',
  turboprop: 'TURBOPROP',
  turboshaft: 'TURBOPROP',
  turbopropturboshaft: 'TURBOPROP',
  p: 'PISTON',
  piston: 'PISTON',
  e: 'ELECTRIC',
  electric: 'ELECTRIC',
  r: 'ROCKET',
  rocket: 'ROCKET',
}

const SPECIES_WORDS: Readonly<Record<string, Species>> = {
  l: 'LANDPLANE',
  landplane: 'LANDPLANE',
  s: 'SEAPLANE',
  seaplane: 'SEAPLANE',
  a: 'AMPHIBIAN',
  amphibian: 'AMPHIBIAN',
  h: 'HELICOPTER',
  helicopter: 'HELICOPTER',
  g: 'GYROCOPTER',
  gyrocopter: 'GYROCOPTER',
  t: 'TILTROTOR',
  tiltrotor: 'TILTROTOR',
  tiltwing: 'TILTROTOR',
}

const WAKE_WORDS: Readonly<Record<string, WakeCategory>> = {
  l: 'L',
  light: 'L',
  m: 'M',
  medium: 'M',
  h: 'H',
  heavy: 'H',
  j: 'J',
  super: 'J',
  lm: 'L/M',
}

const word = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

/** "-" is how Doc 8643 writes that there is none, as for a glider's engine. */
const isAbsent = (text: string): boolean => text === '' || /^-+$/.test(text)

const lookUp = <T>(words: Readonly<Record<string, T>>, text: string): T | null => {
  const key = word(text)
  return Object.hasOwn(words, key) ? (words[key] as T) : null
}

/** Species, number of engines, kind of engine: L2J. "C" counts coupled engines, two that drive one shaft. */
const DESCRIPTION = /^([LSAHGT-])([0-9C-])([JTPER-])$/

const described = (row: TableRow<Column>): readonly string[] =>
  DESCRIPTION.exec(row.value('description').toUpperCase())?.slice(1) ?? ['', '', '']

const engineCountText = (row: TableRow<Column>): string => row.value('engineCount') || (described(row)[1] ?? '')

const rowProblem = (row: TableRow<Column>): string | null => {
  const designator = row.value('iCAO')
  if (!isTypeDesignator(designator.toUpperCase())) {
    return `"${designator}" is not a type designator: two to four letters and digits, a letter first`
  }
  if (row.value('manufacturer') === '') return `${designator} has no manufacturer`
  if (row.value('model') === '') return `${designator} has no model`
  const description = row.value('description')
  if (!isAbsent(description) && !DESCRIPTION.test(description.toUpperCase())) {
    return `"${description}" is not a description such as L2J`
  }
  const count = engineCountText(row)
  if (!isAbsent(count) && !/^([0-9]|1[0-9]|C)$/i.test(count)) return `"${count}" is not a number of engines`
  const crew = row.value('minFlightCrew')
  if (!isAbsent(crew) && !isFlightCrewCount(crew)) {
    return `"${crew}" is not a minimum crew: it is a number from 1 to ${MAX_FLIGHT_CREW}`
  }
  return (
    unknownWord(
      row.value('engineType'),
      ENGINE_TYPE_WORDS,
      'a kind of engine: jet, turboprop, piston, electric, rocket',
    ) ??
    unknownWord(row.value('species'), SPECIES_WORDS, 'a species: landplane, seaplane, amphibian, helicopter …') ??
    unknownWord(row.value('wakeCategory'), WAKE_WORDS, 'a wake category: L, M, H, J or L/M')
  )
}

const unknownWord = (text: string, words: Readonly<Record<string, unknown>>, expected: string): string | null =>
  isAbsent(text) || Object.hasOwn(words, word(text)) ? null : `"${text}" is not ${expected}`

const recordOf = (row: TableRow<Column>): AircraftTypeRecord => {
  const iCAO = row.value('iCAO').toUpperCase()
  const manufacturer = row.value('manufacturer')
  const model = row.value('model')
  const [species = '', , engineType = ''] = described(row)
  const count = engineCountText(row)
  const crew = row.value('minFlightCrew')
  return {
    acftTypeId: aircraftTypeId(iCAO, manufacturer, model),
    iCAO,
    manufacturer,
    model,
    engineCount: isAbsent(count) ? null : count.toUpperCase() === 'C' ? 2 : Number(count),
    engineType: lookUp(ENGINE_TYPE_WORDS, row.value('engineType') || engineType),
    species: lookUp(SPECIES_WORDS, row.value('species') || species),
    wakeCategory: lookUp(WAKE_WORDS, row.value('wakeCategory')),
    isActive: true,
    ...(isAbsent(crew) ? {} : { minFlightCrew: Number(crew) }),
  }
}

const FACTS = ['engineCount', 'engineType', 'species', 'wakeCategory', 'minFlightCrew'] as const

/** Public lists repeat rows; a repetition is harmless as long as it says the same. */
const saysTheSame = (a: AircraftTypeRecord, b: AircraftTypeRecord): boolean =>
  FACTS.every((fact) => a[fact] === b[fact])

const conflict = ({ iCAO, manufacturer, model }: AircraftTypeRecord, line: number): string =>
  `${iCAO} ${manufacturer} ${model} is in line ${line} with other engines, species or wake category. Keep one`
