/**
 * Fastify and Mercurius with jit and its loaders (batched look-ups), on a copy of our store, PostgreSQL or a file of
 * SQLite: the same rows, no token, no scopes, no limits, no log. Airports are in memory, as they are with us.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import fastify from 'fastify'
import mercurius from 'mercurius'
import pg from 'pg'
import { PORT, tellPort } from './http-server.ts'

const SCHEMA = `
  input Interval { from: String! to: String! }
  input FlightFilter { interval: Interval! }
  input Page { first: Int }
  type Airport { iCAO: String name: String! }
  type Aircraft { registration: String! seatCount: Int! }
  type CrewMember { code: String! name: String! surname: String! }
  type CrewOnFlight { position: String! crewMember: CrewMember! }
  type Flight { flightId: ID! flightNo: String! status: String! aircraft: Aircraft! adep: Airport! ades: Airport! crewList: [CrewOnFlight!]! }
  type FlightPage { nodeList: [Flight!]! }
  type Query { flightList(filter: FlightFilter!, page: Page): FlightPage! }
`

interface FlightRow {
  flightId: string
  aircraft_id: string
  adep_id: string
  ades_id: string
}

interface FlightArguments {
  filter: { interval: { from: string; to: string } }
  page?: { first?: number }
}

/** Runs a statement that is prepared once under its name. */
type Read = (name: string, text: string, values: readonly unknown[]) => Promise<unknown[]>

const postgres = (connectionString: string): Read => {
  const pool = new pg.Pool({ connectionString, max: 10 })
  return async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows
}

/** SQLite takes a list as JSON. */
const sqlite = (file: string): Read => {
  const database = new DatabaseSync(file, { readOnly: true })
  const prepared = new Map<string, StatementSync>()
  return async (name, text, values) => {
    const statement =
      prepared.get(name) ??
      database.prepare(text.replace(/= any\((\$\d)\)/g, 'in (select value from json_each($1))').replaceAll('$', '?'))
    prepared.set(name, statement)
    return statement.all(
      ...values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value) as SQLInputValue),
    )
  }
}

const [store = ''] = process.argv.slice(2)
const read = store.startsWith('postgres') ? postgres(store) : sqlite(store)

const rowsOf = async <R>(name: string, text: string, values: unknown[]): Promise<R[]> =>
  (await read(name, text, values)) as R[]

const airports = new Map(
  (await rowsOf<{ id: string; record: string }>('airports', 'select id, record from airport', [])).map((row) => [
    row.id,
    JSON.parse(row.record) as { iCAO: string | null; name: string },
  ]),
)
const [tenant] = await rowsOf<{ tenant_id: string }>('tenant', 'select tenant_id from flight limit 1', [])
const tenantId = tenant?.tenant_id

const FLIGHTS = `select flight_id as "flightId", flight_no as "flightNo", status, aircraft_id, adep_id, ades_id
  from flight where tenant_id = $1 and off_block < $3 and on_block > $2 order by off_block, flight_id limit $4`
const AIRCRAFT = `select aircraft_id, registration, seat_count as "seatCount" from aircraft
  where tenant_id = $1 and aircraft_id = any($2)`
const CREW = `select fc.flight_id, fc.position, cm.code, cm.name, cm.surname from flight_crew fc
  join crew_member cm on cm.tenant_id = fc.tenant_id and cm.crew_member_id = fc.crew_member_id
  where fc.tenant_id = $1 and fc.flight_id = any($2) order by fc.rank`

type Queries = readonly { readonly obj: FlightRow }[]
interface CrewRow {
  flight_id: string
  position: string
  code: string
  name: string
  surname: string
}

const app = fastify()
await app.register(mercurius.default, {
  path: '/api/graphql/',
  schema: SCHEMA,
  jit: 1,
  resolvers: {
    Query: {
      flightList: async (_root: unknown, { filter, page }: FlightArguments) => {
        const { from, to } = filter.interval
        const values = [tenantId, Date.parse(from), Date.parse(to), page?.first ?? 50]
        return { nodeList: await rowsOf<FlightRow>('flights', FLIGHTS, values) }
      },
    },
    Flight: {
      adep: ({ adep_id }: FlightRow) => airports.get(adep_id),
      ades: ({ ades_id }: FlightRow) => airports.get(ades_id),
    },
  },
  loaders: {
    Flight: {
      aircraft: async (queries: Queries) => {
        const ids = [...new Set(queries.map(({ obj }) => obj.aircraft_id))]
        const rows = await rowsOf<{ aircraft_id: string }>('aircraft', AIRCRAFT, [tenantId, ids])
        const byId = new Map(rows.map((row) => [row.aircraft_id, row]))
        return queries.map(({ obj }) => byId.get(obj.aircraft_id))
      },
      crewList: async (queries: Queries) => {
        const rows = await rowsOf<CrewRow>('crew', CREW, [tenantId, queries.map(({ obj }) => obj.flightId)])
        const byFlight = Map.groupBy(rows, (row) => row.flight_id)
        return queries.map(({ obj }) =>
          (byFlight.get(obj.flightId) ?? []).map((row) => ({ position: row.position, crewMember: row })),
        )
      },
    },
  },
})
await app.listen({ host: '127.0.0.1', port: PORT })
tellPort(app.server)
