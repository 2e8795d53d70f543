/** A lifetime that somebody ends: who listens is told once, and the first reason counts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { requireTime } from '../../src/storage/engines/turns/store-use.ts'

describe('a lifetime that somebody ends', () => {
  test('work goes on until it is over, and then stops for the first reason given', () => {
    const lifetime = new EndableLifetime()
    requireTime(lifetime)
    requireTime(null)
    lifetime.endBecause(new Error('the client left'))
    lifetime.endBecause(new Error('too late'))
    assert.throws(() => requireTime(lifetime), /the client left/)
  })

  test('a listener is called once, unless it stopped listening, and never for an end that was before it', () => {
    const lifetime = new EndableLifetime()
    const called: string[] = []
    const [first, stopped] = [() => called.push('first'), () => called.push('stopped')]
    lifetime.onOver(first)
    lifetime.onOver(stopped)
    lifetime.offOver(stopped)
    lifetime.endBecause(new Error('over'))
    lifetime.endBecause(new Error('over again'))
    lifetime.onOver(() => called.push('late'))
    assert.deepEqual(called, ['first'])
  })
})
