/**
 * Reference data in memory: read once, searched without a store, and read again when an import in any process
 * replaced a set.
 */
import type { ValidityWatch } from '../access/validity-watch.ts'
import type { AircraftTypeRecord } from '../domain/aircraft-type.ts'
import { type AirportRecord, airportFinder, byAirportOrder } from '../domain/airport.ts'
import type { CountryRecord } from '../domain/country.ts'
import { bundledCountries } from '../storage/bundled-reference.ts'
import { readAircraftTypes, readAirports, referenceRevisions } from '../storage/reference.ts'
import type { Storage } from '../storage/storage.ts'
import { AircraftTypeSearch } from './aircraft-type-search.ts'

interface Snapshot {
  readonly revisions: string
  readonly aircraftTypes: AircraftTypeSearch
  readonly aircraftTypesById: ReadonlyMap<string, AircraftTypeRecord>
  readonly airports: readonly AirportRecord[]
  readonly airportsById: ReadonlyMap<string, AirportRecord>
  readonly findAirport: (code: string) => AirportRecord | undefined
}

export class ReferenceData {
  readonly countries: readonly CountryRecord[] = bundledCountries()
  readonly #storage: Storage
  readonly #watch: ValidityWatch
  #snapshot: Snapshot
  #generation: number

  private constructor(storage: Storage, watch: ValidityWatch, snapshot: Snapshot) {
    this.#storage = storage
    this.#watch = watch
    this.#snapshot = snapshot
    this.#generation = watch.generation
  }

  static async load(storage: Storage, watch: ValidityWatch): Promise<ReferenceData> {
    return new ReferenceData(storage, watch, await readSnapshot(storage, await revisionsOf(storage)))
  }

  /** Looks for newer sets only after something changed somewhere, and never makes a request wait for them. */
  get #current(): Snapshot {
    if (this.#generation !== this.#watch.generation) {
      this.#generation = this.#watch.generation
      void this.#renew().catch(() => {})
    }
    return this.#snapshot
  }

  async #renew(): Promise<void> {
    const revisions = await revisionsOf(this.#storage)
    if (revisions !== this.#snapshot.revisions) this.#snapshot = await readSnapshot(this.#storage, revisions)
  }

  aircraftTypes(wildcard: string | null | undefined): readonly AircraftTypeRecord[] {
    return this.#current.aircraftTypes.find(wildcard)
  }

  aircraftTypeById(acftTypeId: string): AircraftTypeRecord | undefined {
    return this.#current.aircraftTypesById.get(acftTypeId)
  }

  get airports(): readonly AirportRecord[] {
    return this.#current.airports
  }

  airportByCode(code: string): AirportRecord | undefined {
    return this.#current.findAirport(code)
  }

  airportById(airportId: string): AirportRecord | undefined {
    return this.#current.airportsById.get(airportId)
  }
}

const revisionsOf = async (storage: Storage): Promise<string> =>
  JSON.stringify(Object.entries(await referenceRevisions(storage.platform)).sort())

const readSnapshot = async (storage: Storage, revisions: string): Promise<Snapshot> => {
  const types = await readAircraftTypes(storage.platform)
  const { airports, aliases } = await readAirports(storage.platform)
  return {
    revisions,
    aircraftTypes: new AircraftTypeSearch(types),
    aircraftTypesById: new Map(types.map((type) => [type.acftTypeId, type])),
    airports: airports.sort(byAirportOrder),
    airportsById: new Map(airports.map((airport) => [airport.airportId, airport])),
    findAirport: airportFinder({ airports, aliases }),
  }
}
