/** Charts draw values to scale: no bar is higher than its number, and no plot is mostly empty. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisFor } from '../src/charts/scale.ts'
import { hiddenExceptions, segmentsOf } from '../src/charts/segments.ts'

const PLOT = { height: 100, top: 1000, gap: 0.6 }

test('a bar with four outcomes is exactly as high as the sum of its requests', () => {
  const bar = { answeredCount: 900, refusedCount: 1, throttledCount: 1, failedCount: 1 }
  const segments = segmentsOf(bar, PLOT)
  assert.equal(segments.length, 4)
  assert.ok(Math.abs(Math.min(...segments.map(({ y }) => y)) - (100 - 90.3)) < 1e-9, JSON.stringify(segments))
  for (const { key, height } of segments) assert.ok(height <= bar[key] / 10 + 1e-9, `${key} is ${height} high`)
})

test('one failed request among a thousand is drawn to scale and marked', () => {
  const bar = { answeredCount: 999, refusedCount: 0, throttledCount: 0, failedCount: 1 }
  assert.equal(segmentsOf(bar, PLOT).at(-1)?.height, 0.1)
  assert.deepEqual(hiddenExceptions(bar, 1000), ['failed'])
  assert.deepEqual(hiddenExceptions({ ...bar, failedCount: 100 }, 1000), [])
})

test('the highest bar fills about two thirds of the plot, under two to five lines of whole numbers', () => {
  for (let highest = 2; highest <= 20_000; highest += highest < 500 ? 1 : 37) {
    const { top, levels } = axisFor(highest)
    assert.ok(top >= highest && highest / top >= 0.65, `${highest} of ${top}`)
    assert.ok(levels.length >= 3 && levels.length <= 6 && levels.every(Number.isInteger), `${highest}: ${levels}`)
  }
  assert.deepEqual(axisFor(0), { top: 1, levels: [1, 0] })
})
