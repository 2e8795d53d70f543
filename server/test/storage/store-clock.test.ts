/** A process estimates the store's clock from its quickest responses (threats row 102). */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { StoreClock } from '../../src/services/store-clock.ts'
import { recentChanges } from '../../src/storage/validity-epochs.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementSent } from '../support/statements.ts'
import { onPostgres } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

const AHEAD_MS = 5000

describe("a process's estimate of the store's clock", () => {
  /** The store reads its clock `readAfterMs` after the statement was sent; the answer is there after `tookMs`. */
  const reading = (sentAt: number, tookMs: number, readAfterMs: number, aheadMs = AHEAD_MS) => ({
    sentAt,
    tookMs,
    storeAt: sentAt + readAfterMs + aheadMs,
  })

  test("a slow response does not change the estimate of the store's clock", () => {
    const clock = new StoreClock()
    clock.note(reading(0, 4, 2))
    for (const readAfterMs of [0, 3000]) {
      clock.note(reading(1000, 3000, readAfterMs))
      assert.equal(clock.skewMs, AHEAD_MS)
    }
  })

  test("the estimate differs from the store's clock by at most half of the quickest recent round trip", () => {
    const clock = new StoreClock()
    for (let sentAt = 0; sentAt < 100_000; sentAt += 250) {
      const tookMs = sentAt % 7 === 0 ? 10 : 400
      clock.note(reading(sentAt, tookMs, (sentAt % 3) * (tookMs / 2)))
      if (sentAt > 4000) assert.ok(Math.abs(clock.skewMs - AHEAD_MS) <= 5, `${clock.skewMs} at ${sentAt}`)
    }
  })

  test('a store clock that is set is followed with the next response', () => {
    const clock = new StoreClock()
    clock.note(reading(0, 4, 2))
    clock.note(reading(250, 40, 20, AHEAD_MS - 3_600_000))
    assert.equal(clock.skewMs, AHEAD_MS - 3_600_000)
  })

  test('a store clock that drifts is followed after older responses are dropped', () => {
    const clock = new StoreClock()
    clock.note(reading(0, 2, 1))
    for (let poll = 1; poll <= 20; poll++) clock.note(reading(poll * 250, 20, 10, AHEAD_MS + 15))
    assert.equal(clock.skewMs, AHEAD_MS + 15)
  })

  test('waiting for a PostgreSQL connection does not count as round trip', onPostgres('sql'), async (t) => {
    const opened = await openTestStorage('postgres')
    t.after(() => opened.close())
    const tenantId = await opened.tenant('alpine')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    // More than there are connections: each of them is taken.
    const holding = Array.from({ length: 12 }, () => opened.storage.writeTenant(tenantId, () => released))
    let isSent = false
    const sent = statementSent(/clock\.at/).then(() => {
      isSent = true
    })
    const asking = opened.storage.onOneConnection(recentChanges)
    const releasedAt = performance.now()
    const hadToWait = !isSent
    release()
    await Promise.all([...holding, sent])
    const { sentAt } = await asking
    assert.ok(hadToWait)
    assert.ok(sentAt >= releasedAt)
  })
})
