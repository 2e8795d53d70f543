/**
 * Loads servers that run side by side in rounds: one after another, in an order that rotates from round to round. Only
 * readings of the same round are compared, so that other load on the machine affects both.
 */
import { type LoadReading, loadServed } from './load/load.ts'
import type { Traffic } from './load/traffic.ts'
import { processorSeconds } from './processor-time.ts'
import { median, type Row } from './row.ts'

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

export const ROUNDS: Rounds = { rounds: 5, seconds: 3, warmUpSeconds: 2, connections: 64 }

export interface Reading extends LoadReading {
  /** Of the server, per request; null where the system does not tell. */
  readonly processorMicroseconds: number | null
}

export type Readings = ReadonlyMap<string, readonly Reading[]>

/** Round 0 is warm-up and not recorded. */
export const hold = async (contestants: readonly Contestant[], rounds: Rounds = ROUNDS): Promise<Readings> => {
  const readings = new Map<string, Reading[]>(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds.rounds; round++) {
    const seconds = round === 0 ? rounds.warmUpSeconds : rounds.seconds
    const first = round % contestants.length
    for (const { name, port, pid, traffic } of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      const plan = { port, connections: rounds.connections, seconds, traffic: traffic(round) }
      const before = processorSeconds(pid)
      const reading = await loadServed(plan).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`)
      })
      const after = processorSeconds(pid)
      const used = before === null || after === null ? null : ((after - before) * 1e6) / reading.requests
      if (round > 0) readings.get(name)?.push({ ...reading, processorMicroseconds: used })
    }
  }
  return readings
}

interface Comparison {
  readonly name: string
  readonly ours: string
  readonly peer: string
  readonly goal: number
}

const ratesOf = (readings: Readings, name: string): number[] =>
  (readings.get(name) ?? []).map(({ requestsPerSecond }) => requestsPerSecond)

const processorOf = (readings: Readings, name: string): number | null => {
  const used = (readings.get(name) ?? []).flatMap(({ processorMicroseconds }) => processorMicroseconds ?? [])
  return used.length === 0 ? null : Math.round(median(used))
}

export const compare = (readings: Readings, { name, ours, peer, goal }: Comparison): Row => {
  const our = ratesOf(readings, ours)
  const their = ratesOf(readings, peer)
  const ratios = our.map((rate, round) => rate / (their[round] as number))
  return {
    name,
    ours: Math.round(median(our)),
    peer: Math.round(median(their)),
    peerName: peer,
    ratio: median(ratios),
    spread: Math.max(...ratios) - Math.min(...ratios),
    goal,
    better: 'higher',
    oursProcessorMicroseconds: processorOf(readings, ours),
    peerProcessorMicroseconds: processorOf(readings, peer),
  }
}
