/** What a fault run says of itself: one whose programs are missing has shown nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FaultRun, Findings, isFailure, linesOf, notRun, type Verdict } from '../../../bench/faults/verdict.ts'

const linesFor = (verdict: Verdict): string[] => {
  const run: FaultRun = { name: 'failover', row: 49, run: async () => verdict }
  return linesOf(run, verdict, 3)
}

test('a fault run that held says so, and one that broke a promise names each once and fails', () => {
  const findings = new Findings()
  assert.deepEqual(linesFor(findings.verdict('lost 0')), ['held      failover (threats row 49, 3 s): lost 0'])
  assert.equal(isFailure(findings.verdict('lost 0'), true), false)
  for (let times = 0; times < 2; times++) findings.expect(false, 'a token was lost')
  const broken = findings.verdict('lost 1')
  assert.deepEqual(linesFor(broken), ['VIOLATED  failover (threats row 49, 3 s): lost 1', '          a token was lost'])
  assert.equal(isFailure(broken, false), true)
})

test('a fault run without its programs is told as NOT RUN with the reason, and fails if somebody named it', () => {
  const verdict = notRun('/usr/bin/patroni is not installed and cannot be')
  assert.deepEqual(linesFor(verdict), [
    'NOT RUN   failover (threats row 49, 3 s): /usr/bin/patroni is not installed and cannot be',
  ])
  assert.deepEqual([isFailure(verdict, true), isFailure(verdict, false)], [true, false])
})
