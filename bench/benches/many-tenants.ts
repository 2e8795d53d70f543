/**
 * Row 114: 2,000 operators with one request each, on PostgreSQL. Counting their use must not cost a transaction and a
 * sync of the disk for each. Counted are transactions that wrote, and syncs of the write-ahead log, from the first
 * request until the server has stopped and written what it counted.
 */
import pg from 'pg'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createOperator } from '../../server/src/services/tenancy/operators.ts'
import { HttpClient } from '../../server/test/support/http-client.ts'
import { queryRequest } from '../load/requests.ts'
import type { RequestTemplate } from '../load/traffic.ts'
import { createKeys, issueTokens } from '../population.ts'
import type { Bench, Row } from '../row.ts'
import { startOurs } from '../servers.ts'
import { eachOf, mapSome } from '../some-at-once.ts'
import { fillStore, newPlace, type Place } from '../store.ts'

const OPERATORS = 2_000
const AT_ONCE = 16
/** Of each, in a hundred requests. A transaction each would be a hundred. */
const LIMIT_PER_HUNDRED = 2
const QUERY = '{ echo(text: "once") }'

/** One key and token for each of the operators. */
const fill = (place: Place): Promise<RequestTemplate[]> =>
  fillStore(place, async (world) => {
    const made = await mapSome(Array(OPERATORS).keys(), (index) => {
      const operator = { operatorId: `operator-${index}`, name: `Operator ${index}` }
      return createOperator(world, { ...operator, environments: ['production'] }, HOST)
    })
    const keys = await createKeys(world, made.flat(), OPERATORS)
    return (await issueTokens(world, keys)).map((holder) => queryRequest(holder, QUERY))
  })

interface Written {
  readonly transactions: number
  readonly syncs: number
}

const COUNTS = `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint::float8 as transactions,
  (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as syncs`

const writtenIn = async (place: Place): Promise<Written> => {
  const client = new pg.Client({ connectionString: place.environment.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<Written>(COUNTS).finally(() => client.end())
  return rows[0] as Written
}

const askAll = (port: number, templates: readonly RequestTemplate[]): Promise<void> => {
  const client = new HttpClient(port)
  return eachOf(templates, AT_ONCE, async ({ path, headers, body }) => {
    const { host = '', ...others } = headers
    const answer = await client.raw(host, path, { method: 'POST', headers: others, body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
  })
}

const rowOf = (what: string, count: number): Row => {
  const ours = (100 * count) / OPERATORS
  const peerName = `limit, ${what} in 100 requests of ${OPERATORS} operators (${count} in all)`
  const ratio = ours / LIMIT_PER_HUNDRED
  return {
    name: `many-tenants-${what}`,
    ours,
    peer: LIMIT_PER_HUNDRED,
    peerName,
    ratio,
    spread: 0,
    goal: 1,
    better: 'lower',
  }
}

export const manyTenants: Bench = {
  name: 'many-tenants',
  run: async () => {
    const place = await newPlace('postgres')
    try {
      const templates = await fill(place)
      const server = await startOurs(place)
      const before = await writtenIn(place)
      await askAll(server.port, templates).finally(() => server.stop())
      const after = await writtenIn(place)
      return [
        rowOf('transactions', after.transactions - before.transactions),
        rowOf('syncs', after.syncs - before.syncs),
      ]
    } finally {
      await place.dispose()
    }
  },
}
