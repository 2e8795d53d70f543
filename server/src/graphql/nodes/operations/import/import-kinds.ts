/** What can be imported, and who may. */
import { IMPORT_KINDS, type ImportKindName } from '../../../../services/operations/import/import-file.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'

const GRAPH_NAMES = {
  aircraft: 'AIRCRAFT',
  crew: 'CREW',
  qualifications: 'QUALIFICATIONS',
  contacts: 'CONTACTS',
  flights: 'FLIGHTS',
  'flight-crew': 'FLIGHT_CREW',
  duties: 'DUTIES',
} as const

export const ImportKind = builder.enumType('ImportKind', {
  values: Object.fromEntries(IMPORT_KINDS.map((kind) => [GRAPH_NAMES[kind], { value: kind }])) as Record<
    (typeof GRAPH_NAMES)[ImportKindName],
    { value: ImportKindName }
  >,
})

/** Administrators alone hold the first; no token can. */
export const IMPORTS = needs(
  'user:write',
  'aircraft:write',
  'crew:write',
  'contact:write',
  'passenger:write',
  'flight:write',
)
