/**
 * Row 122: a search for requests that take much processor time or memory before they run. It varies the numbers of
 * operations, fragments, spreads, aliases, arguments, list entries, levels, directives and variables, and keeps what
 * takes longer: in all, for each byte, for what it is charged, or in memory. The worst of each stays below 50 ms and
 * 30 MB, and is charged at least 5 for each millisecond.
 *
 * `npm run faults -- costly-documents 3600` searches for an hour.
 */
import { randomInt } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Genome, mutated, randomGenome, requestOf } from '../../server/test/support/costly-request.ts'
import { type Measured, RequestMeasure } from '../../server/test/support/measured-request.ts'
import { SeededRandom } from '../../server/test/support/seeded-random.ts'
import { type FaultRun, Findings } from './verdict.ts'

const DEFAULT_SECONDS = 60
const MAX_PROCESSOR_MS = 50
const MAX_HEAP_BYTES = 30_000_000
const MIN_CHARGE_PER_MS = 5
const WARMING_REQUESTS = 300
/** Others use the machine: the quickest of some tries is what the request takes. */
const TRIES = 3
/** What looks too slow is tried again before it counts. */
const MORE_TRIES = 8
const BEGINNINGS = 12
/** A climb that found nothing better for so long begins elsewhere. */
const PATIENCE = 60

type Goal = (measured: Measured) => number

const GOALS: Readonly<Record<string, Goal>> = {
  'processor time': ({ processorMs }) => processorMs,
  'processor time for a byte': ({ processorMs, bytes }) => processorMs / (bytes + 1_000),
  'processor time for its charge': ({ processorMs, charged }) => (processorMs < 1 ? 0 : processorMs / charged),
  memory: ({ heapBytes }) => heapBytes,
}

interface Found {
  readonly genome: Genome
  readonly measured: Measured
}

const told = ({ processorMs, heapBytes, charged, bytes, steps, outcome }: Measured): string =>
  `${processorMs.toFixed(1)} ms, ${(heapBytes / 1e6).toFixed(1)} MB, charged ${charged}, ${bytes} bytes, ${steps} steps, ${outcome.slice(0, 60)}`

/** The numbers of a genome that are not at their least. */
const numbersOf = (genome: Genome): string =>
  Object.entries(genome)
    .filter(([, value]) => value > 1)
    .map(([gene, value]) => `${gene} ${value}`)
    .join(', ')

const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

class Search {
  readonly worst = new Map<string, Found>()
  requests = 0
  readonly #random: SeededRandom
  readonly #measure = new RequestMeasure()
  readonly #collect = collector()
  #mark = 0

  constructor(seed: number) {
    this.#random = new SeededRandom(seed)
  }

  async warm(): Promise<void> {
    for (let at = 0; at < WARMING_REQUESTS; at++) await this.#once(randomGenome(this.#random))
  }

  async climb(name: string, until: number): Promise<void> {
    const goal = GOALS[name] as Goal
    let best = await this.#beginning(name)
    for (let failures = 0; failures < PATIENCE && performance.now() < until; failures++) {
      const next = await this.#try(mutated(best.genome, this.#random))
      if (goal(next.measured) <= goal(best.measured)) continue
      best = next
      failures = 0
    }
    const known = this.worst.get(name)
    if (known && goal(known.measured) >= goal(best.measured)) return
    const again = await this.#try(best.genome, MORE_TRIES)
    if (!known || goal(again.measured) > goal(known.measured)) this.worst.set(name, again)
  }

  /** The worst that is known, or the best of some at random. */
  async #beginning(name: string): Promise<Found> {
    const known = this.worst.get(name)
    if (known && this.#random.chance(0.5)) return known
    const goal = GOALS[name] as Goal
    let best = await this.#try(randomGenome(this.#random), 1)
    for (let at = 1; at < BEGINNINGS; at++) {
      const next = await this.#try(randomGenome(this.#random), 1)
      if (goal(next.measured) > goal(best.measured)) best = next
    }
    return best
  }

  async #try(genome: Genome, tries = TRIES): Promise<Found> {
    let measured = await this.#once(genome)
    for (let at = 1; at < tries; at++) {
      const next = await this.#once(genome)
      const heapBytes = Math.min(next.heapBytes < 0 ? Number.POSITIVE_INFINITY : next.heapBytes, measured.heapBytes)
      measured = { ...(next.processorMs < measured.processorMs ? next : measured), heapBytes }
    }
    return { genome, measured }
  }

  async #once(genome: Genome): Promise<Measured> {
    this.requests++
    return this.#measure.measure(requestOf(genome, `${this.#mark++}`))
  }

  /** Measured once more after all that is unused was given back, so that the heap grows by this request alone. */
  async heapOf({ genome }: Found): Promise<number> {
    this.#collect()
    return (await this.#once(genome)).heapBytes
  }
}

export const costlyDocuments: FaultRun = {
  name: 'costly-documents',
  row: 122,
  run: async (seconds = DEFAULT_SECONDS) => {
    const findings = new Findings()
    const seed = randomInt(2 ** 24)
    const search = new Search(seed)
    await search.warm()
    const until = performance.now() + seconds * 1000
    while (performance.now() < until) for (const name of Object.keys(GOALS)) await search.climb(name, until)
    const seen: string[] = []
    for (const [name, found] of search.worst) {
      const heapBytes = Math.max(await search.heapOf(found), 0)
      const measured = { ...found.measured, heapBytes }
      const { processorMs, charged } = measured
      const what = `${told(measured)}: ${numbersOf(found.genome)}`
      seen.push(`\n          most ${name}: ${what}`)
      findings.expect(processorMs <= MAX_PROCESSOR_MS, `more than ${MAX_PROCESSOR_MS} ms: ${what}`)
      findings.expect(heapBytes <= MAX_HEAP_BYTES, `more than ${MAX_HEAP_BYTES} bytes: ${what}`)
      findings.expect(charged >= MIN_CHARGE_PER_MS * Math.floor(processorMs), `charged too little: ${what}`)
    }
    return findings.verdict(`${search.requests} requests from seed ${seed}${seen.join('')}`)
  },
}
