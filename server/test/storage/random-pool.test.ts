/** A pool of random bytes: no byte is handed out twice or kept, and the system is asked rarely. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { randomPool } from '../../src/services/random-pool.ts'

describe('the pool of random bytes', () => {
  /** Counts up, so that every byte position of what the system gave can be told apart. */
  const counting = () => {
    let next = 0
    const given: Uint8Array[] = []
    const fill = (bytes: Uint8Array): void => {
      given.push(bytes)
      for (let index = 0; index < bytes.length; index++) bytes[index] = next++ % 251
    }
    return { fill, given }
  }

  test("the pool hands out the system's bytes in order, each once", () => {
    const { fill, given } = counting()
    const draw = randomPool(fill)
    const drawn = Array.from({ length: 100 }, () => [...draw(40)])
    assert.equal(given.length, 1, 'the system was asked once for a hundred tokens')
    assert.deepEqual(
      drawn.flat(),
      Array.from({ length: 4000 }, (_, index) => index % 251),
    )
  })

  test('the pool keeps no byte it handed out, and bytes handed out do not change', () => {
    const { fill, given } = counting()
    const draw = randomPool(fill)
    const first = draw(40)
    const copy = [...first]
    assert.deepEqual([...(given[0] as Uint8Array).subarray(0, 40)], Array(40).fill(0))
    for (let index = 0; index < 200; index++) draw(40)
    assert.deepEqual([...first], copy)
  })

  test('the pool refills when too little is left, and refuses a request above its size', () => {
    const { fill, given } = counting()
    const draw = randomPool(fill)
    draw(4090)
    draw(40)
    assert.equal(given.length, 2)
    assert.throws(() => draw(4097), RangeError)
  })
})
