/** Prepares a store for this version: migrates it and fills in the bundled reference data. */

import { isBusy } from '../storage/engines/commit-queue.ts'
import type { Engine } from '../storage/engines/engine.ts'
import { MIGRATIONS, migrate } from '../storage/migrate.ts'
import { bundledAircraftTypes, bundledAirports, bundledTypeRatings } from '../storage/reference/bundled-reference.ts'
import {
  lockReferenceSets,
  type ReferenceSet,
  referenceRevisions,
  replaceAircraftTypes,
  replaceAirports,
} from '../storage/reference/reference.ts'
import { replaceTypeRatings } from '../storage/reference/type-ratings.ts'
import { refuseNewer, refuseOlder, schemaOf } from '../storage/schema-state.ts'
import type { Storage } from '../storage/storage.ts'

const BUNDLED = 'bundled'
const BUNDLED_SETS: readonly ReferenceSet[] = ['aircraft-types', 'airports', 'type-ratings']

const MAX_PREPARE_WAIT_MS = 60_000

/**
 * Another process may be preparing the same file: on a slow machine it holds the writer for longer than a request would
 * wait for it. Each try waits by itself, so this does not spin.
 */
const whileAnotherPrepares = async <T>(job: () => Promise<T>): Promise<T> => {
  const giveUpAt = performance.now() + MAX_PREPARE_WAIT_MS
  for (;;) {
    try {
      return await job()
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
    }
  }
}

/** Returns what was migrated. Reference data that a host imported stays. */
export const prepareStore = async (engine: Engine, storage: Storage): Promise<string[]> => {
  const migrated = await whileAnotherPrepares(() => migrate(engine))
  await whileAnotherPrepares(() => fillReference(storage))
  return migrated
}

/** Prepares a store that is empty, and refuses one whose schema is not for this version. */
export const prepareEmptyStore = async (engine: Engine, storage: Storage): Promise<string[]> => {
  const applied = await engine.onOneConnection(schemaOf)
  if (applied === null) return prepareStore(engine, storage)
  refuseNewer(applied, MIGRATIONS)
  refuseOlder(applied, MIGRATIONS)
  await whileAnotherPrepares(() => fillReference(storage))
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
