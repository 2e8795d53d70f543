/** The cache of the hot path: bounded, and what is used stays. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BoundedCache } from '../../src/services/bounded-cache.ts'

describe('the bounded cache', () => {
  const filled = (entriesPerGeneration: number, count: number): BoundedCache<{ n: number }> => {
    const cache = new BoundedCache<{ n: number }>(entriesPerGeneration)
    for (let n = 0; n < count; n++) cache.set(`key ${n}`, { n })
    return cache
  }

  test('a cache of fifty keeps the last fifty, and never twice as many', () => {
    const cache = filled(50, 0)
    for (let n = 0; n < 1000; n++) {
      cache.set(`key ${n}`, { n })
      assert.ok(cache.size < 100, `${cache.size} entries`)
      const lastFifty = Array.from({ length: Math.min(50, n + 1) }, (_, back) => n - back)
      assert.ok(lastFifty.every((each) => cache.peek(`key ${each}`)?.n === each))
    }
    assert.equal(cache.get('key 0'), undefined)
  })

  test('an entry that is used now and then outlives any number of others', () => {
    const cache = filled(50, 1)
    for (let n = 1; n < 1000; n++) {
      cache.set(`key ${n}`, { n })
      if (n % 40 === 0) assert.equal(cache.get('key 0')?.n, 0)
    }
    assert.equal(cache.get('key 0')?.n, 0)
  })

  test('looking at an entry without using it does not keep it', () => {
    const cache = filled(50, 1)
    for (let n = 1; n < 200; n++) {
      cache.set(`key ${n}`, { n })
      cache.peek('key 0')
    }
    assert.equal(cache.peek('key 0'), undefined)
  })

  test('a new value replaces the old one, and a deleted entry does not come back, in either generation', () => {
    const cache = filled(2, 3)
    cache.set('key 0', { n: 10 })
    assert.equal(cache.get('key 0')?.n, 10)
    for (const key of ['key 0', 'key 1', 'key 2']) cache.delete(key)
    assert.deepEqual(
      [cache.size, cache.get('key 0'), cache.get('key 1'), cache.get('key 2')],
      [0, undefined, undefined, undefined],
    )
  })
})
