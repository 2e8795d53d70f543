/** Measures the latency of queries of clients that send one request after another with short pauses. */
import type { HttpClient } from '../../server/test/support/http-client.ts'
import type { TokenHolder } from '../population.ts'
import { echo, pause } from './site.ts'

const BREATH_MS = 5

/** Milliseconds of every 200 response; any other status fails the run. */
export const timedQueries = async (
  client: HttpClient,
  holders: readonly TokenHolder[],
  forMs: number,
): Promise<number[]> => {
  const until = performance.now() + forMs
  const took: number[] = []
  const ask = async ({ tenant, accessToken }: TokenHolder): Promise<void> => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      const { status, body } = await echo(client, tenant, accessToken)
      if (status !== 200) throw new Error(`A calm client was answered ${status}: ${body}`)
      took.push(performance.now() - startedAt)
      await pause(BREATH_MS)
    }
  }
  await Promise.all(holders.map(ask))
  return took
}

export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
