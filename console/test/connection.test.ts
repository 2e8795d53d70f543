/** What is said about a connection is true: connected only with something alive, unused only after the days it claims. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionState } from '../src/add-ons/connection-state.ts'
import { isLongAllowed, UNUSED_DAYS } from '../src/text/unused.ts'

test('an application is called connected only while one of its refresh tokens is alive', () => {
  const stateOf = (isWorking: boolean, fullestGauge: object | null, isSuspendedHere = false) =>
    connectionState({ isWorking, isSuspendedHere, fullestGauge })
  assert.equal(stateOf(true, {}), 'connected')
  assert.equal(stateOf(true, null), 'ended')
  assert.equal(stateOf(false, {}), 'suspended')
  assert.equal(stateOf(false, {}, true), 'suspended-here')
  assert.equal(stateOf(false, null, true), 'suspended-here', 'by the host, also where no token is alive')
})

test('a scope is called unused only after it could have been used for 30 days', () => {
  const now = Date.UTC(2026, 10, 15)
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
  assert.equal(isLongAllowed(daysAgo(0), now), false)
  assert.equal(isLongAllowed(daysAgo(UNUSED_DAYS - 1), now), false)
  assert.equal(isLongAllowed(daysAgo(UNUSED_DAYS), now), true)
})
