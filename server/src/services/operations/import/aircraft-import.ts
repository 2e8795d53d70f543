/** Imports aircraft. A file may name the type by its designator where only one type has it. */
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { lockNames } from '../../../storage/operations/name-lock.ts'
import type { Desk } from '../desk.ts'
import { aircraft } from '../fleet/aircraft.ts'
import { code } from './cells.ts'
import { describedImport, type Resolved } from './described-import.ts'
import type { LineInput } from './import-kind.ts'

/** The type that a line names: by its id, or by a designator that no other type has. */
const withType = ({ reference }: Desk, { iCAO, ...line }: LineInput): Resolved => {
  if (line.acftTypeId !== undefined) {
    const isKnown = reference.aircraftTypeById(line.acftTypeId as string) !== undefined
    const message = `There is no aircraft type with the id ${line.acftTypeId}`
    return { input: line, problems: isKnown ? [] : [{ path: ['acftTypeId'], message }] }
  }
  if (iCAO === undefined) return { input: line, problems: [] }
  const types = reference.aircraftTypes(null).filter((type) => type.iCAO === iCAO)
  const [only] = types
  if (only && types.length === 1) return { input: { ...line, acftTypeId: only.acftTypeId }, problems: [] }
  const message =
    types.length === 0
      ? `There is no aircraft type ${iCAO}`
      : `${types.length} types share ${iCAO}: name one by its acftTypeId (${types.map((type) => `${type.acftTypeId} ${type.model}`).join(', ')})`
  return { input: line, problems: [{ path: ['iCAO'], message }] }
}

/** What it had flown when it joined is counted on from: a file does not set it back. */
export const AIRCRAFT_IMPORT = describedImport(AIRCRAFT, aircraft, {
  columns: {
    iCAO: {
      read: code,
      label: 'Type, ICAO designator',
      headings:
        'type, aircraft type, type designator, Typ, Muster, Flugzeugtyp, Flugzeugmuster, type d’avion, tipo, tipo di aeromobile',
    },
  },
  instead: { acftTypeId: 'iCAO' },
  knownBy: 'registration',
  begin: async (tx, desk) => {
    await lockNames(tx, 'aircraft')
    return { resolve: (line) => withType(desk, line) }
  },
})
