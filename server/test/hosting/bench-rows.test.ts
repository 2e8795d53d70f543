/** What the bench prints of its readings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, type Reading, type Readings } from '../../../bench/contest.ts'
import { tableOf } from '../../../bench/results.ts'

const reading = (requestsPerSecond: number, processorMicroseconds: number | null): Reading => ({
  requests: requestsPerSecond,
  requestsPerSecond,
  p50Ms: 1,
  p99Ms: 1,
  failures: 0,
  processorMicroseconds,
  withStoreMicroseconds: processorMicroseconds && processorMicroseconds + 100,
})

const readings = (othersShare: number): Readings => ({
  of: new Map([
    ['ours', [reading(100, 50), reading(200, 50), reading(300, 100), reading(400, 50), reading(500, 50)]],
    ['peer', [1, 2, 3, 4, 5].map(() => reading(100, 100))],
  ]),
  othersShare,
})

const COMPARISON = { name: 'query', ours: 'ours', peer: 'peer', goal: 2 }

test('a row of the bench has the median of the rounds, its quartiles, and the ratio of processor times', () => {
  const row = compare(readings(0), COMPARISON)
  assert.equal(row.ratio, 3)
  assert.deepEqual(row.ratioQuartiles, [2, 4])
  assert.equal(row.spread, 2)
  assert.deepEqual(row.processor, { ours: 50, peer: 100, ratio: 2, ratioQuartiles: [2, 2] })
})

test('a row of the bench has the processor times of server and store together beside those of the server', () => {
  const row = compare(readings(0), COMPARISON)
  assert.equal(row.withStore?.ours, 150)
  assert.equal(row.withStore?.peer, 200)
  assert.match(tableOf([row]), /50 \/ 100; with the store 150 \/ 200/)
})

test('a row of the bench tells no processor times where a round of a side lacks them', () => {
  const sides = { ...readings(0), of: new Map([...readings(0).of, ['peer', [reading(100, 100), reading(100, null)]]]) }
  assert.equal(compare(sides, COMPARISON).processor, null)
})

test('a row that was measured while other programs took much of the machine says so', () => {
  assert.doesNotMatch(tableOf([compare(readings(0.1), COMPARISON)]), /too busy/)
  assert.match(tableOf([compare(readings(0.4), COMPARISON)]), /40 % .* met, but the machine is too busy to believe it/)
})

test('a peer that does less than we do has no goal and shows the limit', () => {
  assert.match(tableOf([compare(readings(0), { ...COMPARISON, goal: null })]), /shown as the limit/)
})
