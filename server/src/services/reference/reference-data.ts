/**
 * Reference data in memory: read once, searched without the store. After an import in any process the changed set is
 * read again and replaces the old one once it is complete.
 */
import { isDeepStrictEqual } from 'node:util'
import { TypeRatings } from '../../domain/reference/type-rating.ts'
import { REFERENCE_AREA } from '../../domain/validity-area.ts'
import type { PlatformReader } from '../../storage/handles.ts'
import { bundledCountries } from '../../storage/reference/bundled-reference.ts'
import {
  type ReferenceSet,
  readAircraftTypes,
  readAirports,
  readRetiredAircraftTypes,
  readRetiredAirports,
  referenceRevisions,
} from '../../storage/reference/reference.ts'
import { readRunways, withRunways } from '../../storage/reference/runways.ts'
import { readTypeRatings } from '../../storage/reference/type-ratings.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ValidityWatch } from '../validity-watch.ts'
import { AircraftTypeSet, AirportSet, ReferenceSnapshot } from './reference-snapshot.ts'

type Revisions = Readonly<Partial<Record<ReferenceSet, number>>>

export class ReferenceData {
  readonly #storage: Storage
  #revisions: Revisions
  #snapshot: ReferenceSnapshot
  #isBehind = false
  #isCatchingUp = false

  private constructor(storage: Storage, revisions: Revisions, snapshot: ReferenceSnapshot) {
    this.#storage = storage
    this.#revisions = revisions
    this.#snapshot = snapshot
  }

  /** Where the store is a copy of one that was read already, what was read there. */
  static async load(
    storage: Storage,
    watch: ValidityWatch,
    known: ReferenceSnapshot | null = null,
  ): Promise<ReferenceData> {
    const revisions = await referenceRevisions(storage.platform)
    const data = new ReferenceData(storage, revisions, known ?? (await readReference(storage.platform)))
    watch.onChange(REFERENCE_AREA, () => data.#look())
    // A set may have been replaced since its revision was read.
    data.#look()
    return data
  }

  /** Returns at once: no request waits for a newer set. */
  get current(): ReferenceSnapshot {
    // The store could not be reached at the last try.
    if (this.#isBehind && !this.#isCatchingUp) this.#look()
    return this.#snapshot
  }

  /** Only one read runs at a time, so that an older one cannot finish last and replace a newer one. */
  #look(): void {
    this.#isBehind = true
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    void this.#catchUp().finally(() => {
      this.#isCatchingUp = false
    })
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.#isBehind) {
        this.#isBehind = false
        await this.#renew()
      }
    } catch {
      this.#isBehind = true
    }
  }

  /** A set that was replaced during the read may be half old, half new: it is read again before it is used. */
  async #renew(): Promise<void> {
    const { platform } = this.#storage
    const revisions: Revisions = await referenceRevisions(platform)
    const { countries, types, airportSet, typeRatings } = this.#snapshot
    const hasMoved = (...sets: ReferenceSet[]) => sets.some((set) => revisions[set] !== this.#revisions[set])
    if (!hasMoved('aircraft-types', 'airports', 'runways', 'type-ratings')) return
    const next = new ReferenceSnapshot(
      countries,
      hasMoved('aircraft-types') ? await readTypeSet(platform) : types,
      hasMoved('airports', 'runways') ? await readAirportSet(platform) : airportSet,
      hasMoved('type-ratings') ? new TypeRatings(await readTypeRatings(platform)) : typeRatings,
    )
    if (isDeepStrictEqual(await referenceRevisions(platform), revisions)) {
      this.#snapshot = next
      this.#revisions = revisions
    } else this.#isBehind = true
  }
}

/** The reference data as it is now, for a command that ends before it changes. */
export const readReference = async (reader: PlatformReader): Promise<ReferenceSnapshot> =>
  new ReferenceSnapshot(
    bundledCountries(),
    await readTypeSet(reader),
    await readAirportSet(reader),
    new TypeRatings(await readTypeRatings(reader)),
  )

const readTypeSet = async (reader: PlatformReader): Promise<AircraftTypeSet> =>
  new AircraftTypeSet(await readAircraftTypes(reader), await readRetiredAircraftTypes(reader))

const readAirportSet = async (reader: PlatformReader): Promise<AirportSet> => {
  const { airports, aliases } = await readAirports(reader)
  const runways = await readRunways(reader)
  return new AirportSet({ airports: withRunways(airports, runways), aliases }, await readRetiredAirports(reader))
}
