/**
 * Row 122: a search for requests that take much processor time or memory. Documents vary the numbers of operations,
 * fragments, spreads, aliases, arguments, list entries, levels, directives, variables, texts, digits and names, and are
 * taken up to where they would run. Operations vary fields, mutations, aliases, sizes, times, filters, texts, numbers
 * and ids, and run against a fleet's records with a key's token or an administrator's session. The search keeps what takes longer: in all, in one turn, for each byte, for what it is
 * charged, or in memory. The worst of each stays below 50 ms in one turn and 30 MB, and is charged at least 5 for each
 * millisecond.
 *
 * `npm run faults -- costly-documents 3600` searches for an hour. Each new worst is printed at once; broken off
 * (Ctrl-C), it prints the worst so far and what does not hold.
 */
import { randomInt } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { graphs } from '../../server/src/graphql/graphs.ts'
import { type CostlyOperation, CostlyOperations } from '../../server/test/support/costly-operation.ts'
import { type Genome, mutated, randomGenome, requestOf } from '../../server/test/support/costly-request.ts'
import { ExecutedMeasure } from '../../server/test/support/executed-request.ts'
import { type Measured, RequestMeasure } from '../../server/test/support/measured-request.ts'
import { SeededRandom } from '../../server/test/support/seeded-random.ts'
import { toldOperation, writtenOperation } from '../../server/test/support/written-operation.ts'
import { type FaultRun, Findings, type Verdict } from './verdict.ts'

const DEFAULT_SECONDS = 60
const MAX_TURN_MS = 50
const MAX_HEAP_BYTES = 30_000_000
const MIN_CHARGE_PER_MS = 5
/** Others use the machine: the quickest of some tries is what the request takes. */
const TRIES = 3
/** What looks too slow is tried again before it counts. */
const MORE_TRIES = 8
const BEGINNINGS = 12
/** A climb that found nothing better for so long begins elsewhere. */
const PATIENCE = 60
/** Less is not told from what the machine does beside. */
const LEAST_MS = 2
const SHOWN_CHARACTERS = 1_000

type Goal = (measured: Measured) => number

const GOALS: Readonly<Record<string, Goal>> = {
  'processor time': ({ processorMs }) => processorMs,
  'processor time in one turn': ({ turnMs }) => turnMs,
  'processor time for a byte': ({ processorMs, bytes }) => processorMs / (bytes + 1_000),
  'processor time for its charge': ({ processorMs, charged }) => (processorMs < LEAST_MS ? 0 : processorMs / charged),
  memory: ({ heapBytes }) => heapBytes,
}

/** What is varied and measured: `G` is what one request is made of. */
interface Kind<G> {
  readonly name: string
  /** Requests until the code is compiled. */
  readonly warming: number
  anew(): G
  mutated(made: G): G
  measure(made: G): Promise<Measured>
  told(made: G): string
}

/** Documents that are not run. */
const documentsOf = (random: SeededRandom): Kind<Genome> => {
  const measure = new RequestMeasure()
  let mark = 0
  return {
    name: 'document',
    warming: 300,
    anew: () => randomGenome(random),
    mutated: (genome) => mutated(genome, random),
    measure: (genome) => measure.measure(requestOf(genome, `${mark++}`)),
    // The numbers of a genome that are not at their least.
    told: (genome) =>
      Object.entries(genome)
        .filter(([, value]) => value > 1)
        .map(([gene, value]) => `${gene} ${value}`)
        .join(', '),
  }
}

/** Operations that run. */
const operationsOf = (random: SeededRandom, measure: ExecutedMeasure): Kind<CostlyOperation> => {
  const operations = new CostlyOperations(graphs().operator, measure.scopesOf, random)
  return {
    name: 'operation',
    warming: 60,
    anew: () => operations.anew(),
    mutated: (operation) => operations.mutated(operation),
    measure: (operation) => measure.measureWritten(writtenOperation(operation, measure.rows)),
    told: (operation) => toldOperation(operation).slice(0, SHOWN_CHARACTERS),
  }
}

interface Found<G> {
  readonly made: G
  readonly measured: Measured
}

const told = ({ processorMs, turnMs, heapBytes, charged, bytes, steps, outcome }: Measured): string =>
  `${processorMs.toFixed(1)} ms, ${turnMs.toFixed(1)} ms in one turn, ${(heapBytes / 1e6).toFixed(1)} MB, charged ${charged}, ${bytes} bytes, ${steps} steps, ${outcome.slice(0, 60)}`

const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

class Search<G> {
  readonly worst = new Map<string, Found<G>>()
  requests = 0
  readonly #kind: Kind<G>
  readonly #random: SeededRandom
  readonly #collect = collector()

  constructor(kind: Kind<G>, random: SeededRandom) {
    this.#kind = kind
    this.#random = random
  }

  async warm(): Promise<void> {
    for (let at = 0; at < this.#kind.warming; at++) await this.#once(this.#kind.anew())
  }

  async climb(name: string, until: number): Promise<void> {
    const goal = GOALS[name] as Goal
    const known = this.worst.get(name)
    let best = await this.#beginning(name)
    this.#keep(name, best)
    for (let failures = 0; failures < PATIENCE && performance.now() < until; failures++) {
      const next = await this.#try(this.#kind.mutated(best.made))
      if (goal(next.measured) <= goal(best.measured)) continue
      best = next
      failures = 0
      this.#keep(name, best)
    }
    if (this.worst.get(name) === known) return
    const again = {
      made: best.made,
      measured: lesser(best.measured, (await this.#try(best.made, MORE_TRIES)).measured),
    }
    if (known && goal(again.measured) <= goal(known.measured)) return void this.worst.set(name, known)
    this.worst.set(name, { ...again, measured: { ...again.measured, heapBytes: await this.#heapOf(again) } })
    process.stdout.write(`${this.toldWorst(name)}\n`)
  }

  /** At once, for whoever breaks it off. */
  #keep(name: string, found: Found<G>): void {
    const goal = GOALS[name] as Goal
    const known = this.worst.get(name)
    if (!known || goal(found.measured) > goal(known.measured)) this.worst.set(name, found)
  }

  toldWorst(name: string): string {
    const found = this.worst.get(name)
    if (!found) return ''
    return `          ${this.#kind.name} with most ${name}: ${told(found.measured)}: ${this.#kind.told(found.made)}`
  }

  check(findings: Findings): void {
    for (const [name, { measured }] of this.worst) {
      const { turnMs, processorMs, heapBytes, charged } = measured
      const what = this.toldWorst(name).trim()
      findings.expect(turnMs <= MAX_TURN_MS, `more than ${MAX_TURN_MS} ms in one turn: ${what}`)
      findings.expect(heapBytes <= MAX_HEAP_BYTES, `more than ${MAX_HEAP_BYTES} bytes: ${what}`)
      findings.expect(charged >= MIN_CHARGE_PER_MS * Math.floor(processorMs), `charged too little: ${what}`)
    }
  }

  /** The worst that is known, or the best of some at random. */
  async #beginning(name: string): Promise<Found<G>> {
    const known = this.worst.get(name)
    if (known && this.#random.chance(0.5)) return known
    const goal = GOALS[name] as Goal
    let best = await this.#try(this.#kind.anew(), 1)
    for (let at = 1; at < BEGINNINGS; at++) {
      const next = await this.#try(this.#kind.anew(), 1)
      if (goal(next.measured) > goal(best.measured)) best = next
    }
    return best
  }

  async #try(made: G, tries = TRIES): Promise<Found<G>> {
    let measured = await this.#once(made)
    for (let at = 1; at < tries; at++) measured = lesser(measured, await this.#once(made))
    return { made, measured }
  }

  async #once(made: G): Promise<Measured> {
    this.requests++
    return this.#kind.measure(made)
  }

  /** Measured once more after all that is unused was given back, so that the heap grows by this request alone. */
  async #heapOf({ made }: Found<G>): Promise<number> {
    this.#collect()
    return Math.max(0, (await this.#once(made)).heapBytes)
  }
}

/**
 * What the machine did beside a request only adds to it. A collection in between takes away from the heap. A mutation
 * that is refused when it comes again, by an allowance or because of what it wrote, is another request.
 */
const lesser = (one: Measured, other: Measured): Measured =>
  other.outcome === one.outcome
    ? {
        ...(other.processorMs < one.processorMs ? other : one),
        turnMs: Math.min(one.turnMs, other.turnMs),
        charged: Math.min(one.charged, other.charged),
        heapBytes: Math.min(
          ...[one.heapBytes, other.heapBytes].map((bytes) => (bytes < 0 ? Number.POSITIVE_INFINITY : bytes)),
        ),
      }
    : one

const verdictOf = (seed: number, searches: readonly Search<never>[]): Verdict => {
  const findings = new Findings()
  for (const search of searches) search.check(findings)
  const requests = searches.map((search) => search.requests).join(' and ')
  const seen = searches.flatMap((search) => [...search.worst.keys()].map((name) => `\n${search.toldWorst(name)}`))
  return findings.verdict(`${requests} requests from seed ${seed}${seen.join('')}`)
}

/** Whoever breaks it off is told the worst so far. */
const toldWhenBrokenOff = (verdict: () => Verdict): (() => void) => {
  const tell = (): void => {
    const { seen, violations } = verdict()
    process.stdout.write(
      `${[`broken off: ${seen}`, ...violations.map((each) => `          VIOLATED: ${each}`)].join('\n')}\n`,
    )
    process.exit(violations.length > 0 ? 1 : 130)
  }
  process.once('SIGINT', tell)
  process.once('SIGTERM', tell)
  return () => {
    process.off('SIGINT', tell)
    process.off('SIGTERM', tell)
  }
}

export const costlyDocuments: FaultRun = {
  name: 'costly-documents',
  row: 122,
  run: async (seconds = DEFAULT_SECONDS) => {
    const seed = randomInt(2 ** 24)
    const random = new SeededRandom(seed)
    const executed = await ExecutedMeasure.open('large')
    const searches = [
      new Search(documentsOf(random), random),
      new Search(operationsOf(random, executed), random),
    ] as Search<never>[]
    const verdict = () => verdictOf(seed, searches)
    const ended = toldWhenBrokenOff(verdict)
    try {
      for (const search of searches) await search.warm()
      const until = performance.now() + seconds * 1000
      while (performance.now() < until) {
        for (const name of Object.keys(GOALS)) for (const search of searches) await search.climb(name, until)
      }
      return verdict()
    } finally {
      ended()
      await executed.close()
    }
  },
}
