/**
 * Every statement of the request path carries the tenant: it finds rows of an operator by `tenant_id`, so that the
 * tables can be distributed by it over many machines (docs/hosting.md, "Beyond one PostgreSQL").
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { requestPathFile } from '../../../scripts/request-path.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const HOSTING = readFileSync(new URL('../../../docs/hosting.md', import.meta.url), 'utf8')

let server: TestServer
let tables: ReadonlyMap<string, boolean>

before(async () => {
  server = await startServer('sqlite')
  const known = await server.world.storage.platform.db.introspection.getTables()
  tables = new Map(known.map(({ name, columns }) => [name, columns.some((column) => column.name === 'tenant_id')]))
})

after(() => server.close())

/** `tenant` itself is found by an operator's address and copied to every machine. */
const isDistributed = (table: string): boolean => table !== 'tenant' && tables.get(table) === true

const statementsOf = (file: string): string[] =>
  file
    .replaceAll(/^--.*$/gm, '')
    .split(/;\n/)
    .map((text) => text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')

/** The table names of a statement with the name by which the statement calls each. */
const namedTables = (statement: string): { table: string; name: string }[] =>
  [
    ...statement.matchAll(
      /\b(?:from|join|update|into) ([a-z_]+)(?: (?:as )?(?!set\b|where\b|on\b|inner\b|left\b|join\b|order\b|limit\b|values\b|for\b|select\b|group\b|cross\b|union\b|returning\b)([a-z_]+))?/g,
    ),
  ].map(([, table = '', name = table]) => ({ table, name }))

/** The distributed tables of a statement for which it names no tenant: neither by their own name nor without one. */
const withoutTenant = (statement: string): string[] => {
  const unnamed = namedTables(statement).filter(
    ({ table, name }) => isDistributed(table) && !new RegExp(`(?<![a-z_])${name}\\.tenant_id\\b`).test(statement),
  )
  const plain = statement.match(/(?<![a-z_.])tenant_id\b/g)?.length ?? 0
  return unnamed.slice(plain).map(({ table }) => table)
}

test('every statement of a request finds rows of operators by their tenant', () => {
  const statements = statementsOf(readFileSync(requestPathFile('postgres'), 'utf8'))
  assert.ok(statements.flatMap(namedTables).filter(({ table }) => isDistributed(table)).length > 50, 'They were read.')
  const wrong = statements.filter((statement) => withoutTenant(statement).length > 0)
  assert.deepEqual(wrong, [])
})

test('a statement that finds a flight by its id alone is noticed', () => {
  assert.deepEqual(withoutTenant('select * from flight where flight_id = $1'), ['flight'])
  assert.deepEqual(
    withoutTenant('select * from flight f join trip t on t.trip_id = f.trip_id where f.tenant_id = $1'),
    ['trip'],
  )
})

test('a unique index of distributed rows contains their tenant, or hosting.md names it', async () => {
  const { rows } = await sql<{ name: string; columns: string }>`
    select m.name, group_concat(c.name) as columns from sqlite_master m, pragma_index_list(m.name) i,
      pragma_index_info(i.name) c where m.type = 'table' and i."unique" = 1 group by m.name, i.name
  `.execute(server.world.storage.platform.db)
  const without = rows.filter(({ name, columns }) => isDistributed(name) && !columns.split(',').includes('tenant_id'))
  for (const { name, columns } of without)
    assert.ok(HOSTING.includes(`\`${name} (${columns})\``), `${name} (${columns})`)
})

test('hosting.md says of every table without a tenant whether it is copied or stays in one place', () => {
  const section = HOSTING.slice(HOSTING.indexOf('## Beyond one PostgreSQL')).split('\n## ')[0] ?? ''
  const alone = [...tables.keys()].filter((table) => !isDistributed(table) && !table.startsWith('sqlite_'))
  assert.deepEqual(
    alone.filter((table) => !section.includes(`\`${table}\``)),
    [],
  )
})
