/** Prepares a store for this version: migrates it and fills in the bundled reference data. */

import type { Engine } from './storage/engines/engine.ts'
import { MIGRATIONS, migrate } from './storage/migrate.ts'
import { bundledAircraftTypes, bundledAirports, bundledTypeRatings } from './storage/reference/bundled-reference.ts'
import {
  lockReferenceSets,
  type ReferenceSet,
  referenceRevisions,
  replaceAircraftTypes,
  replaceAirports,
} from './storage/reference/reference.ts'
import { replaceTypeRatings } from './storage/reference/type-ratings.ts'
import { refuseNewer, refuseOlder, schemaOf } from './storage/schema-state.ts'
import type { Storage } from './storage/storage.ts'

const BUNDLED = 'bundled'
const BUNDLED_SETS: readonly ReferenceSet[] = ['aircraft-types', 'airports', 'type-ratings']

/** Returns what was migrated. Reference data that a host imported stays. */
export const prepareStore = async (engine: Engine, storage: Storage): Promise<string[]> => {
  const migrated = await migrate(engine)
  await fillReference(storage)
  return migrated
}

/** Prepares a store that is empty, and refuses one whose schema is not for this version. */
export const prepareEmptyStore = async (engine: Engine, storage: Storage): Promise<string[]> => {
  const applied = await engine.onOneConnection(schemaOf)
  if (applied === null) return prepareStore(engine, storage)
  refuseNewer(applied, MIGRATIONS)
  refuseOlder(applied, MIGRATIONS)
  await fillReference(storage)
  return []
}

const fillReference = async (storage: Storage): Promise<void> => {
  const revisions = await referenceRevisions(storage.platform)
  if (BUNDLED_SETS.every((set) => set in revisions)) return
  await storage.writePlatform(async (tx) => {
    await lockReferenceSets(tx)
    const present = await referenceRevisions(tx)
    if (!('aircraft-types' in present)) await replaceAircraftTypes(tx, bundledAircraftTypes(), BUNDLED)
    if (!('type-ratings' in present)) await replaceTypeRatings(tx, bundledTypeRatings(), BUNDLED)
    if ('airports' in present) return
    const { airports, aliases } = bundledAirports()
    await replaceAirports(tx, airports, aliases, BUNDLED)
  })
}
