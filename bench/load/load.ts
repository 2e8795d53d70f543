/** Loads a server on loopback from a separate process for a bounded time. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Traffic } from './traffic.ts'

export interface LoadPlan {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly traffic: Traffic
  /** Requests per second of all connections together; unlimited if absent. */
  readonly requestsPerSecond?: number
}

export interface LoadReading {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers other than 2xx, broken connections, timeouts. */
  readonly failures: number
}

const LOADER = fileURLToPath(new URL('loader.ts', import.meta.url))

export const load = async (plan: LoadPlan): Promise<LoadReading> => {
  const child = spawn(process.execPath, [LOADER], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(plan))
  let text = ''
  for await (const chunk of child.stdout) text += chunk
  if (text === '') throw new Error('The loading process ended without a reading')
  return JSON.parse(text) as LoadReading
}

/** A reading counts only if every request was served, because refusals are cheap and would improve it. */
export const loadServed = async (plan: LoadPlan): Promise<LoadReading> => {
  const reading = await load(plan)
  if (reading.failures > 0) throw new Error(`${reading.failures} of ${reading.requests} requests were not served`)
  const spellings = plan.traffic.respelled?.count ?? Number.POSITIVE_INFINITY
  if (reading.requests > spellings) throw new Error('The spellings ran out: a text was sent twice')
  return reading
}
