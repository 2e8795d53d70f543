/** Prepares a store for this version: migrates it and fills in the bundled reference data. */

import type { Engine } from './storage/engines/engine.ts'
import { migrate } from './storage/migrate.ts'
import { bundledAircraftTypes, bundledAirports, bundledTypeRatings } from './storage/reference/bundled-reference.ts'
import {
  lockReferenceSets,
  type ReferenceSet,
  referenceRevisions,
  replaceAircraftTypes,
  replaceAirports,
} from './storage/reference/reference.ts'
import { replaceTypeRatings } from './storage/reference/type-ratings.ts'
import type { Storage } from './storage/storage.ts'

const BUNDLED = 'bundled'
const BUNDLED_SETS: readonly ReferenceSet[] = ['aircraft-types', 'airports', 'type-ratings']

/** Returns what was migrated. Reference data that a host imported stays. */
export const prepareStore = async (engine: Engine, storage: Storage): Promise<string[]> => {
  const migrated = await migrate(engine)
  const revisions = await referenceRevisions(storage.platform)
  if (BUNDLED_SETS.some((set) => !(set in revisions))) {
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
  return migrated
}
