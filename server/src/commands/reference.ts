/**
 * Replaces a reference set with a file in one of the public formats; nothing changes unless the whole file can be read.
 */
import { basename } from 'node:path'
import { type CsvRow, type LineError, readCsv } from '../domain/csv.ts'
import { Failure } from '../domain/failure.ts'
import { readAircraftTypes } from '../domain/reference/aircraft-type-file.ts'
import { airportFinder } from '../domain/reference/airport.ts'
import { readAirports } from '../domain/reference/airport-file.ts'
import { readRunways } from '../domain/reference/runway-file.ts'
import { readTypeRatings } from '../domain/reference/type-rating-file.ts'
import { HOST, recordAudit } from '../services/audit-trail.ts'
import type { World } from '../services/world.ts'
import type { PlatformTx } from '../storage/handles.ts'
import {
  readRetiredAirports,
  replaceAircraftTypes,
  replaceAirports,
  readAirports as storedAirports,
} from '../storage/reference/reference.ts'
import { replaceRunways } from '../storage/reference/runways.ts'
import { replaceTypeRatings } from '../storage/reference/type-ratings.ts'
import { type Command, withWorld } from './command.ts'
import { readText } from './text-file.ts'

const ERRORS_SHOWN = 20

const refuseErrors = (file: string, errors: readonly LineError[]): void => {
  if (errors.length === 0) return
  const lines = errors.slice(0, ERRORS_SHOWN).map(({ line, message }) => `  line ${line}: ${message}`)
  const more = errors.length > ERRORS_SHOWN ? [`  and ${errors.length - ERRORS_SHOWN} more`] : []
  throw new Failure('invalid_request', [`${file} was not imported; nothing has changed:`, ...lines, ...more].join('\n'))
}

interface Import {
  readonly count: number
  readonly warnings: readonly LineError[]
  /** Returns how many records that the file lacks were kept because operators use them. */
  readonly replace: (tx: PlatformTx) => Promise<number>
}

type Importer = (rows: readonly CsvRow[], file: string, world: World) => Promise<Import>

const importAircraftTypes: Importer = async (rows, file) => {
  const { records, errors } = readAircraftTypes(rows)
  refuseErrors(file, errors)
  return { count: records.length, warnings: [], replace: (tx) => replaceAircraftTypes(tx, records, basename(file)) }
}

/** Records in the store keep their ids, and supply what the file leaves out. */
const importAirports: Importer = async (rows, file, world) => {
  const { platform } = world.storage
  const stored = await storedAirports(platform)
  const known = { ...stored, airports: [...stored.airports, ...(await readRetiredAirports(platform))] }
  const { airports, aliases, errors, warnings } = readAirports(rows, known)
  refuseErrors(file, errors)
  return { count: airports.length, warnings, replace: (tx) => replaceAirports(tx, airports, aliases, basename(file)) }
}

const importTypeRatings: Importer = async (rows, file) => {
  const { records, errors } = readTypeRatings(rows)
  refuseErrors(file, errors)
  const replace = async (tx: PlatformTx) => {
    await replaceTypeRatings(tx, records, basename(file))
    return 0
  }
  return { count: records.length, warnings: [], replace }
}

const importRunways: Importer = async (rows, file, world) => {
  const { runways, count, errors, warnings } = readRunways(
    rows,
    airportFinder(await storedAirports(world.storage.platform)),
  )
  refuseErrors(file, errors)
  const replace = async (tx: PlatformTx) => {
    await replaceRunways(tx, runways, basename(file))
    return 0
  }
  return { count, warnings, replace }
}

const IMPORTERS: ReadonlyMap<string, Importer> = new Map([
  ['aircraft-types', importAircraftTypes],
  ['airports', importAirports],
  ['type-ratings', importTypeRatings],
  ['runways', importRunways],
])

const replaceSet = (world: World, set: string, file: string, imported: Import): Promise<number> =>
  world.storage.writePlatform(async (tx) => {
    const kept = await imported.replace(tx)
    const detail = { file: basename(file), records: imported.count, kept }
    await recordAudit(world, tx, HOST, {
      action: 'reference.imported',
      subject: { kind: 'reference', id: set },
      detail,
    })
    return kept
  })

export const referenceImport: Command = {
  summary: 'Replaces a set of reference data by a CSV file: nothing changes unless the whole file can be read.',
  words: 'aircraft-types|airports|type-ratings|runways <csv>',
  options: {},
  examples: ['airside-server reference import type-ratings server/reference/type-ratings.csv'],
  arguments: 2,
  run: async ({ config, positionals: [set = '', file = ''] }) => {
    const importer = IMPORTERS.get(set)
    if (!importer)
      throw new Failure('invalid_request', `There is no reference set "${set}": ${[...IMPORTERS.keys()].join(', ')}`)
    const { rows, errors } = readCsv(await readText(file))
    refuseErrors(file, errors)
    const imported = await withWorld(config, async (world) => {
      const read = await importer(rows, file, world)
      return { ...read, kept: await replaceSet(world, set, file, read) }
    })
    const warnings = imported.warnings.map(({ line, message }) => `line ${line}: ${message}`)
    const { count, kept } = imported
    const keptLine = kept === 0 ? [] : [`Kept ${kept} that the file lacks: records of operators name them`]
    const text = [`Imported ${count} ${set} from ${file}`, ...keptLine, ...warnings.slice(0, ERRORS_SHOWN)].join('\n')
    return { data: { set, records: count, kept, warnings }, text }
  },
}
