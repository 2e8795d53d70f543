/**
 * The memory of the operation cache stays within its computed size, measured on the heap of a separate process
 * (threats row 89).
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'

const FILLER = join(import.meta.dirname, '..', 'support', 'cache-heap.ts')

interface Measured {
  readonly held: number
  readonly bound: number
  readonly estimated: number
  readonly smallKept: number
  readonly smallSent: number
}

describe('the cache of operations, after 60 shapes of 9,000 selections and many more', () => {
  let measured: Measured
  before(() => {
    measured = JSON.parse(execFileSync(process.execPath, ['--expose-gc', FILLER], { encoding: 'utf8' })) as Measured
  })

  test('the cache of operations keeps the heap within 1.5 times its limit', () => {
    const { held, bound, estimated } = measured
    assert.ok(held <= 1.5 * bound, `the heap grew by ${held} bytes, the bound is ${bound}`)
    assert.ok(held <= 1.5 * estimated, `the heap grew by ${held} bytes, the cache reckons with ${estimated}`)
    assert.ok(estimated > bound / 3, `it is well filled: ${estimated}`)
  })

  test("large shapes displace no other caller's small shapes from the cache", () => {
    assert.equal(measured.smallKept, measured.smallSent)
  })
})
