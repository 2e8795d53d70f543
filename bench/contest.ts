/**
 * Loads servers that run side by side in short rounds: one after another, in an order that rotates from round to round.
 * Only readings of the same round are compared, so that other load on the machine affects both.
 */
import { type LoadReading, loadServed } from './load/load.ts'
import type { Traffic } from './load/traffic.ts'
import { ROUND_COUNT, ROUND_SECONDS } from './options.ts'
import { watchOthers } from './others-work.ts'
import { processorSeconds } from './processor-time.ts'
import { median, quartiles, type Row } from './row.ts'

export interface Contestant {
  readonly name: string
  readonly port: number
  readonly pid: number
  readonly traffic: (round: number) => Traffic
}

export interface Rounds {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
}

export const ROUNDS: Rounds = { rounds: ROUND_COUNT, seconds: ROUND_SECONDS, warmUpSeconds: 2, connections: 64 }

export interface Reading extends LoadReading {
  /** Of the server, per request; null where the system does not tell. */
  readonly processorMicroseconds: number | null
}

export interface Readings {
  readonly of: ReadonlyMap<string, readonly Reading[]>
  /** The part of the processors that other programs used meanwhile; null where the system does not tell. */
  readonly othersShare: number | null
}

const loadOne = async ({ name, port, pid }: Contestant, plan: Rounds, traffic: Traffic): Promise<Reading> => {
  const before = processorSeconds(pid)
  const { connections, seconds } = plan
  const reading = await loadServed({ port, connections, seconds, traffic }).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`)
  })
  const after = processorSeconds(pid)
  const used = before === null || after === null ? null : ((after - before) * 1e6) / reading.requests
  return { ...reading, processorMicroseconds: used }
}

/** By then V8 has compiled what every request runs; on a busy machine that takes more than a few seconds. */
const WARM_UP_REQUESTS = 20_000
const MAX_WARM_UP_SLICES = 5

/** Round 0: not recorded. */
const warmUp = async (contestant: Contestant, rounds: Rounds): Promise<void> => {
  const slice = { ...rounds, seconds: rounds.warmUpSeconds }
  let served = 0
  for (let slices = 0; slices < MAX_WARM_UP_SLICES && served < WARM_UP_REQUESTS; slices++) {
    served += (await loadOne(contestant, slice, contestant.traffic(0))).requests
  }
}

export const hold = async (contestants: readonly Contestant[], rounds: Rounds = ROUNDS): Promise<Readings> => {
  const readings = new Map<string, Reading[]>(contestants.map(({ name }) => [name, []]))
  for (const contestant of contestants) await warmUp(contestant, rounds)
  const othersShare = watchOthers()
  for (let round = 1; round <= rounds.rounds; round++) {
    const first = round % contestants.length
    for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      readings.get(contestant.name)?.push(await loadOne(contestant, rounds, contestant.traffic(round)))
    }
  }
  return { of: readings, othersShare: othersShare() }
}

interface Comparison {
  readonly name: string
  readonly ours: string
  readonly peer: string
  /** Null for a peer that does less than we do: it shows the limit. */
  readonly goal: number | null
}

const readingsOf = (readings: Readings, name: string): readonly Reading[] => readings.of.get(name) ?? []

const processorOf = (readings: readonly Reading[]): number[] =>
  readings.flatMap(({ processorMicroseconds }) => processorMicroseconds ?? [])

const ratiosOf = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, round) => value / (below[round] as number))

export const compare = (readings: Readings, { name, ours, peer, goal }: Comparison): Row => {
  const [our, their] = [readingsOf(readings, ours), readingsOf(readings, peer)]
  const [ourRates, theirRates] = [our, their].map((side) => side.map((one) => one.requestsPerSecond)) as [
    number[],
    number[],
  ]
  const [ourTimes, theirTimes] = [processorOf(our), processorOf(their)]
  const ratios = ratiosOf(ourRates, theirRates)
  const ratioQuartiles = quartiles(ratios)
  const hasTimes = ourTimes.length > 0 && theirTimes.length === ourTimes.length
  return {
    name,
    ours: Math.round(median(ourRates)),
    peer: Math.round(median(theirRates)),
    peerName: peer,
    ratio: median(ratios),
    ratioQuartiles,
    spread: ratioQuartiles[1] - ratioQuartiles[0],
    goal,
    better: 'higher',
    rounds: ratios.length,
    oursProcessorMicroseconds: hasTimes ? median(ourTimes) : null,
    peerProcessorMicroseconds: hasTimes ? median(theirTimes) : null,
    processorRatio: hasTimes ? median(ratiosOf(theirTimes, ourTimes)) : null,
    processorRatioQuartiles: hasTimes ? quartiles(ratiosOf(theirTimes, ourTimes)) : null,
    othersShare: readings.othersShare,
  }
}
