/** Response times in words, and the days of a filter as an interval. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestFilter, requestsSearch } from '../src/requests/search.ts'
import { responseTimes } from '../src/text/response-times.ts'

test('response times name the median and the slow end of what was answered, and nothing where nothing was', () => {
  const asked = (tookMs: number, outcome = 'ANSWERED') => ({ tookMs, outcome })
  assert.equal(responseTimes([]), null)
  assert.equal(responseTimes([asked(900, 'FAILED')]), null)
  assert.equal(responseTimes([asked(7), asked(2000, 'FAILED')]), '7 ms median, 7 ms for 95 %, of one answer')
  const took = Array.from({ length: 100 }, (_, index) => asked(100 - index))
  assert.equal(responseTimes(took), '51 ms median, 96 ms for 95 %, of the last 100 answers')
})

test('the days of the request log reach the service as a whole interval in UTC, and a wrong day as none', () => {
  const filter = requestFilter(requestsSearch({ from: '2026-11-01', to: '2026-11-02' }))
  assert.deepEqual([filter.from, filter.to], ['2026-11-01T00:00:00Z', '2026-11-03T00:00:00Z'])
  const wrong = requestFilter(requestsSearch({ from: '2026-13-01', to: 'moon' }))
  assert.deepEqual([wrong.from, wrong.to], [null, null])
})
