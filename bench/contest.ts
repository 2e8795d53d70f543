/**
 * Loads servers that run side by side in short rounds: one after another, in an order that rotates from round to round.
 * Only readings of the same round are compared, so that other load on the machine affects both.
 */
import { type LoadReading, loadServed } from './load/load.ts'
import type { Traffic } from './load/traffic.ts'
import { ROUND_COUNT, ROUND_SECONDS } from './options.ts'
import { watchOthers } from './others-work.ts'
import { processorSeconds, secondsBelow } from './processor-time.ts'
import { median, type ProcessorTimes, processorTimes, quartiles, type Row, ratiosOf } from './row.ts'

export interface Contestant {
  readonly name: string
  readonly port: number
  readonly pid: number
  /** The store's first process, where the store is a server of its own. */
  readonly storePid?: number | null
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
  /** Of the server and its store together; null, too, where the store is part of the server. */
  readonly withStoreMicroseconds: number | null
}

export interface Readings {
  readonly of: ReadonlyMap<string, readonly Reading[]>
  /** The part of the processors that other programs used meanwhile; null where the system does not tell. */
  readonly othersShare: number | null
}

/** Begins to look; the function tells the seconds used since then. */
const watchProcessor = ({ pid, storePid }: Contestant) => {
  const seconds = () => ({
    server: processorSeconds(pid),
    store: storePid ? secondsBelow(storePid) : null,
  })
  const before = seconds()
  return () => {
    const after = seconds()
    const server = before.server === null || after.server === null ? null : after.server - before.server
    const store = before.store === null || after.store === null ? null : after.store - before.store
    return { server, withStore: server === null || store === null ? null : server + store }
  }
}

const loadOne = async (contestant: Contestant, plan: Rounds, traffic: Traffic): Promise<Reading> => {
  const { name, port } = contestant
  const { connections, seconds } = plan
  const used = watchProcessor(contestant)
  const reading = await loadServed({ port, connections, seconds, traffic }).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`)
  })
  const { server, withStore } = used()
  const each = (sum: number | null): number | null => sum && (sum * 1e6) / reading.requests
  return { ...reading, processorMicroseconds: each(server), withStoreMicroseconds: each(withStore) }
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

/** Null where not every round of both sides tells it. */
const timesOf = (
  [our, their]: readonly [readonly Reading[], readonly Reading[]],
  timeOf: (reading: Reading) => number | null,
): ProcessorTimes | null => {
  const [ours, peer] = [our, their].map((side) => side.flatMap((one) => timeOf(one) ?? [])) as [number[], number[]]
  return ours.length === our.length && peer.length === their.length ? processorTimes(ours, peer) : null
}

export const compare = (readings: Readings, { name, ours, peer, goal }: Comparison): Row => {
  const [our, their] = [readingsOf(readings, ours), readingsOf(readings, peer)]
  const [ourRates, theirRates] = [our, their].map((side) => side.map((one) => one.requestsPerSecond)) as [
    number[],
    number[],
  ]
  const ratios = ratiosOf(ourRates, theirRates)
  const ratioQuartiles = quartiles(ratios)
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
    processor: timesOf([our, their], (reading) => reading.processorMicroseconds),
    withStore: timesOf([our, their], (reading) => reading.withStoreMicroseconds),
    othersShare: readings.othersShare,
  }
}
