/**
 * A cache of at most so many entries: where it is full, the one that was unused longest goes. Its memory grows with its
 * entries: the library would reserve room for all of them at once, which took a tenth of a server's start.
 */
import { LRUCache } from 'lru-cache'

const sizeOfOne = (): number => 1

export type BoundedCache<V extends object> = LRUCache<string, V>

export const boundedCache = <V extends object>(maxEntries: number): BoundedCache<V> =>
  new LRUCache({ maxSize: maxEntries, sizeCalculation: sizeOfOne })
