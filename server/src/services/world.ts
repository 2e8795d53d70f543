/**
 * The protocol: who is let in, for how long and how far. Everything here is given its world as an argument:
 * the store, the time and the randomness; nothing reads a clock or makes up a secret by itself.
 */
import { type RandomBytes, randomText } from '../domain/secret.ts'
import type { Storage } from '../storage/storage.ts'

export interface World {
  readonly storage: Storage
  readonly now: (tenantId: string) => number
  readonly randomBytes: RandomBytes
}

/** An id that says what it names and tells nothing else. */
export const newId = (world: Pick<World, 'randomBytes'>, prefix: string): string =>
  `${prefix}_${randomText(20, world.randomBytes)}`
