/** How long the latest requests took: the middle one, and the slowest of twenty. */
import { grouped } from './count.ts'

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Null where nothing was asked yet. */
export const responseTimes = (requests: readonly { readonly tookMs: number }[]): string | null => {
  if (requests.length === 0) return null
  const sorted = requests.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  const count = requests.length === 1 ? 'of one request' : `of the last ${requests.length} requests`
  return `${grouped(at(sorted, 0.5))} ms median, ${grouped(at(sorted, 0.95))} ms for 95 %, ${count}`
}
