/** Figures of a webhook's log: the share of first tries, the delay, and the hours (events §2). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryFigures, FIGURE_HOURS } from '../../src/domain/events/delivery-figures.ts'

const HOUR_MS = 3_600_000
const NOW = 1_000 * HOUR_MS + 5

const tried = (number: number, status: number | null, delay_ms: number | null, at = NOW) => ({
  at,
  number,
  status,
  delay_ms,
})

test('the share counts first tries of changes, and the delay only what was taken', () => {
  const figures = deliveryFigures(
    [tried(1, 200, 100), tried(1, 503, 200), tried(2, 204, 5_200), tried(1, null, 300), tried(1, 200, null)],
    NOW,
  )
  assert.equal(figures.firstTryCount, 3, 'a test message is about no change')
  assert.equal(figures.firstTakenCount, 1)
  assert.equal(figures.delayP50Ms, 100)
  assert.equal(figures.delayP95Ms, 5_200)
})

test('a log without tries has no delay, and hours without bars', () => {
  const { delayP50Ms, delayP95Ms, hourList } = deliveryFigures([], NOW)
  assert.deepEqual([delayP50Ms, delayP95Ms], [null, null])
  assert.equal(hourList.length, FIGURE_HOURS)
})

test('tries stand in their hour, the current one last, and older ones nowhere', () => {
  const { hourList } = deliveryFigures(
    [tried(1, 200, 1), tried(1, 500, 1, NOW - HOUR_MS), tried(1, 200, 1, NOW - FIGURE_HOURS * HOUR_MS)],
    NOW,
  )
  assert.deepEqual(hourList.at(-1), { from: 1_000 * HOUR_MS, takenCount: 1, failedCount: 0 })
  assert.deepEqual(hourList.at(-2), { from: 999 * HOUR_MS, takenCount: 0, failedCount: 1 })
  assert.equal(
    hourList.reduce((sum, { takenCount, failedCount }) => sum + takenCount + failedCount, 0),
    2,
  )
})
