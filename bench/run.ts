/**
 * Measured comparisons with peers: `npm run bench`, or `npm run bench -- <name> …` for some (options.ts has the options). Our server and the peers
 * run side by side in their own processes, and another process loads them in turn. README.md has the method and the
 * results.
 */
import { activeOperators } from './benches/active-operators.ts'
import { availability } from './benches/availability.ts'
import { events } from './benches/events.ts'
import { memory, start } from './benches/footprint.ts'
import { growth } from './benches/growth.ts'
import { keyRefresh } from './benches/key-refresh.ts'
import { manyTenants } from './benches/many-tenants.ts'
import { nestedPage } from './benches/nested-page.ts'
import { firstSight, queryDifferentText, queryOnPostgres, querySameText } from './benches/query.ts'
import { refreshGrant, tokensOnPostgres } from './benches/refresh-grant.ts'
import { RELEASE_BENCHES } from './benches/release.ts'
import { waiting } from './benches/waiting.ts'
import { ASKED_NAMES } from './options.ts'
import { keepResults, tableOf } from './results.ts'
import type { Bench, Row } from './row.ts'

const BENCHES: readonly Bench[] = [
  querySameText,
  queryDifferentText,
  firstSight,
  refreshGrant,
  keyRefresh,
  queryOnPostgres,
  tokensOnPostgres,
  nestedPage,
  manyTenants,
  activeOperators,
  availability,
  events,
  waiting,
  start,
  memory,
  growth,
  ...RELEASE_BENCHES,
]

const NAMES = BENCHES.map(({ name }) => name)

/** By the name of a bench, its beginning, or the name of a row. */
const isNamed = (name: string, text: string): boolean => name.startsWith(text) || text.startsWith(name)

const unknown = ASKED_NAMES.find((text) => !NAMES.some((name) => isNamed(name, text)))
if (unknown !== undefined) {
  process.stderr.write(`There is nothing named ${unknown}. There is: ${NAMES.join(', ')}\n`)
  process.exit(2)
}

const rows: Row[] = []
for (const bench of BENCHES) {
  if (ASKED_NAMES.length > 0 && !ASKED_NAMES.some((text) => isNamed(bench.name, text))) continue
  process.stderr.write(`measuring ${bench.name} …\n`)
  rows.push(...(await bench.run()))
  keepResults(rows, NAMES)
}
process.stdout.write(`${tableOf(rows)}\n`)
