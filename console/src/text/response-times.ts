/** How long the latest answers took: the middle one, and the slowest of twenty. As the portal, of answered requests alone. */
import { grouped } from './count.ts'

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

interface Asked {
  readonly tookMs: number
  readonly outcome: string
}

/** Null where nothing was answered yet. */
export const responseTimes = (requests: readonly Asked[]): string | null => {
  const answered = requests.filter(({ outcome }) => outcome === 'ANSWERED')
  if (answered.length === 0) return null
  const sorted = answered.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  const count = answered.length === 1 ? 'of one answer' : `of the last ${answered.length} answers`
  return `${grouped(at(sorted, 0.5))} ms median, ${grouped(at(sorted, 0.95))} ms for 95 %, ${count}`
}
