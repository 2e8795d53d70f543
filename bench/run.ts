/**
 * Measured comparisons with peers: `npm run bench`, or `npm run bench -- <name> …` for some. Ours and the peers run
 * side by side as processes of their own, and a further process loads them in turn. How it is measured, and what
 * came of it, is in README.md.
 */
import { keyRefresh } from './benches/key-refresh.ts'
import { queryDifferentText, querySameText } from './benches/query.ts'
import { keepResults, tableOf } from './results.ts'
import type { Bench, Row } from './row.ts'

const BENCHES: readonly Bench[] = [
  querySameText,
  queryDifferentText,
  keyRefresh,
]

const NAMES = BENCHES.map(({ name }) => name)

const selected = (asked: readonly string[]): readonly Bench[] => {
  if (asked.length === 0) return BENCHES
  const benches = BENCHES.filter(({ name }) => asked.some((text) => text.startsWith(name)))
  if (benches.length === 0) throw new Error(`There is nothing named ${asked.join(', ')}. There is: ${NAMES.join(', ')}`)
  return benches
}

const asked = process.argv.slice(2)
const rows: Row[] = []
for (const bench of selected(asked)) {
  process.stderr.write(`measuring ${bench.name} …\n`)
  rows.push(...(await bench.run()))
  keepResults(rows, NAMES)
}
process.stdout.write(`${tableOf(rows)}\n`)
