/**
 * The use cases of the server. Each takes its world as an argument: the store, the time and the randomness. Nothing
 * here reads a clock or generates a secret by itself.
 */
import { type RandomBytes, randomText } from '../domain/secret.ts'
import type { Lifetime } from '../storage/engines/turns/store-use.ts'
import type { Storage } from '../storage/storage.ts'

export interface World {
  readonly storage: Storage
  readonly now: (tenantId: string) => number
  readonly randomBytes: RandomBytes
}

/** The same world for one request: what it asks of the store ends with it. Tokens are issued from the reserve. */
export const during = (world: World, lifetime: Lifetime, lane?: 'reserve'): World => ({
  ...world,
  storage: world.storage.during(lifetime, lane),
})

/** An opaque id whose prefix says what kind of thing it names. */
export const newId = (world: Pick<World, 'randomBytes'>, prefix: string): string =>
  `${prefix}_${randomText(20, world.randomBytes)}`
