/**
 * Random requests that try to be much work before they run stay within the allowance, and pay for what was counted
 * (threats rows 122 to 124). `npm run faults -- costly-documents` searches for the worst and measures its time.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_BYTES_KEPT_PER_REQUEST, MAX_WORK_STEPS, WORK_STEPS_PER_COST } from '../../src/domain/limits.ts'
import { mutated, randomGenome, requestOf } from '../support/costly-request.ts'
import { RequestMeasure } from '../support/measured-request.ts'
import { isPart, tries } from '../support/sampled.ts'
import { SeededRandom } from '../support/seeded-random.ts'

const REQUESTS = tries(400, 4)
/** The loop that is refused was counted whole, though it did not begin. */
const LONGEST_LOOP = 100_000

test('generated requests stay within the allowance of steps and memory, and are charged for every step', async () => {
  const random = new SeededRandom(24)
  const measure = new RequestMeasure()
  let genome = randomGenome(random)
  let mostSteps = 0
  for (let at = 0; at < REQUESTS; at++) {
    const { steps, kept, charged, outcome } = await measure.measure(requestOf(genome, `${at}`))
    const what = `${outcome}: ${JSON.stringify(genome)}`
    assert.ok(steps <= MAX_WORK_STEPS + LONGEST_LOOP, `${steps} steps, ${what}`)
    assert.ok(kept <= MAX_BYTES_KEPT_PER_REQUEST + 1_000_000, `${kept} bytes, ${what}`)
    assert.ok(charged >= Math.floor(steps / WORK_STEPS_PER_COST), `${steps} steps were charged ${charged}, ${what}`)
    // Half of the way it climbs to more steps, else it begins elsewhere.
    if (steps > mostSteps) mostSteps = steps
    genome = random.chance(0.5) ? mutated(genome, random) : randomGenome(random)
  }
  if (isPart) return
  assert.ok(mostSteps > 20_000, `the most was ${mostSteps} steps`)
})
