/**
 * The operator's data: what can be done with aircraft, flights, trips, crews, duties and contacts. A use case takes the
 * transaction of whoever calls it and a desk; it knows nothing of queries, so the graph, an import, a webhook or the
 * command line can call it alike. Everybody locks in one order (see flight-lock.ts). Refusals are `UserErrors`.
 */
import type { Acting } from '../../domain/operations/acting-as.ts'
import type { ReferenceSnapshot } from '../reference/reference-snapshot.ts'
import type { World } from '../world.ts'

/** What a use case needs beside its transaction: randomness and time, reference data, and on whose behalf it acts. */
export interface Desk {
  readonly world: World
  readonly reference: ReferenceSnapshot
  readonly principal: Acting
}

/** A field of a patch: absent and null mean different things. */
export type Given<T> = T | null | undefined
