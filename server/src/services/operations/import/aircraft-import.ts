/** Imports aircraft. A file may name the type by its designator where only one type has it. */
import { userError } from '../../../domain/user-error.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { lockNames } from '../../../storage/operations/name-lock.ts'
import type { Desk } from '../desk.ts'
import { aircraft } from '../fleet/aircraft.ts'
import { code } from './cells.ts'
import { describedImport } from './described-import.ts'
import type { LineInput } from './import-kind.ts'

/** The type that a line names: by its id, or by a designator that no other type has. */
const withType = ({ reference }: Desk, { iCAO, ...line }: LineInput): LineInput => {
  if (line.acftTypeId !== undefined || iCAO === undefined) return line
  const types = reference.aircraftTypes(null).filter((type) => type.iCAO === iCAO)
  const [only] = types
  if (only && types.length === 1) return { ...line, acftTypeId: only.acftTypeId }
  const message =
    types.length === 0
      ? `There is no aircraft type ${iCAO}`
      : `${types.length} types share ${iCAO}: name one by its acftTypeId (${types.map((type) => `${type.acftTypeId} ${type.model}`).join(', ')})`
  throw userError('VALIDATION', message, ['input', 'iCAO'])
}

/** What it had flown when it joined is counted on from: a file does not set it back. */
export const AIRCRAFT_IMPORT = describedImport(AIRCRAFT, aircraft, {
  columns: { iCAO: code },
  headings: {
    iCAO: 'type, aircraft type, type designator, Typ, Muster, Flugzeugtyp, Flugzeugmuster, type d’avion, tipo, tipo di aeromobile',
  },
  begin: (tx) => lockNames(tx, 'aircraft'),
  inputOf: withType,
})
