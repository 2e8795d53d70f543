/** How connections to PostgreSQL are set up, for PostgreSQL itself and for a pooler in transaction mode. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import type { Engine, Session } from '../../src/storage/engines/engine.ts'
import { openEngine } from '../../src/storage/storage.ts'
import { isPgBouncerMissing, startPgBouncer } from '../support/pgbouncer.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, startServerProcess } from '../support/server-process.ts'
import { type Place, preparedPlace } from '../support/test-server.ts'

after(stopOwnPostgres)

interface Timeout {
  readonly name: string
  readonly setting: string
  readonly source: string
}

const timeouts = async ({ db }: Session): Promise<Timeout[]> =>
  (
    await sql<Timeout>`select name, setting, source from pg_settings
      where name in ('statement_timeout', 'lock_timeout') order by name`.execute(db)
  ).rows.map((row) => ({ ...row }))

const namedStatements = async (engine: Engine): Promise<number> =>
  engine.onOneConnection(async ({ db }) => {
    await sql`select 1 as one`.execute(db)
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(db)
    return rows[0]?.count ?? -1
  })

const AS_SET = [
  { name: 'lock_timeout', setting: '2000', source: 'session' },
  { name: 'statement_timeout', setting: '7000', source: 'session' },
]

const openedWith = async (more: Record<string, string>): Promise<{ engine: Engine; place: Place }> => {
  const place = await preparedPlace('postgres')
  const chosen = { AIRSIDE_DATABASE_STATEMENT_SECONDS: '7', AIRSIDE_DATABASE_LOCK_SECONDS: '2', ...more }
  return { engine: openEngine(readConfig({ ...place.environment, ...chosen })), place }
}

test('a PostgreSQL session gets its timeouts by statements after it began, and names its statements', async () => {
  const { engine, place } = await openedWith({})
  assert.deepEqual(await engine.onOneConnection(timeouts), AS_SET)
  assert.ok((await namedStatements(engine)) > 0)
  await engine.close()
  await place.dispose()
})

test('for a pooler in transaction mode timeouts belong to a transaction, and no statement has a name', async () => {
  const { engine, place } = await openedWith({ AIRSIDE_DATABASE_POOLING: 'transaction' })
  assert.deepEqual(await engine.write(timeouts), AS_SET)
  assert.ok((await engine.onOneConnection(timeouts)).every(({ source }) => source === 'default'))
  assert.equal(await namedStatements(engine), 0)
  await engine.close()
  await place.dispose()
})

test('pool and pooling are settings with bounds', () => {
  const refusals: [environment: Record<string, string>, sentence: RegExp][] = [
    [{ AIRSIDE_DATABASE_POOLING: 'statement' }, /AIRSIDE_DATABASE_POOLING must be session or transaction/],
    [{ AIRSIDE_DATABASE_CONNECTIONS: '2' }, /AIRSIDE_DATABASE_CONNECTIONS must be a whole number from 4 to 500/],
    [{ AIRSIDE_DATABASE_CONNECTIONS: '8', AIRSIDE_DATABASE_RESERVE: '7' }, /AIRSIDE_DATABASE_RESERVE .* from 1 to 6/],
    [{ AIRSIDE_DATABASE_LOCK_SECONDS: '0' }, /AIRSIDE_DATABASE_LOCK_SECONDS must be a number from 0.1 to 600/],
    [{ AIRSIDE_DATABASE_DIRECT_URL: 'mysql://x' }, /AIRSIDE_DATABASE_DIRECT_URL must start with postgres/],
  ]
  for (const [environment, sentence] of refusals) assert.throws(() => readConfig(environment), sentence)
  const { connections, reserve } = readConfig({ AIRSIDE_DATABASE_CONNECTIONS: '5' }).postgres
  assert.deepEqual([connections, reserve], [5, 3])
})

test('a server works behind PgBouncer in transaction mode', { skip: isPgBouncerMissing() }, async (t) => {
  const place = await preparedPlace('postgres')
  const direct = place.environment.DATABASE_URL ?? ''
  const bouncer = await startPgBouncer(direct)
  const pooled = { ...place.environment, DATABASE_URL: bouncer.url, AIRSIDE_DATABASE_POOLING: 'transaction' }
  const environment = { ...pooled, AIRSIDE_DATABASE_DIRECT_URL: direct }
  await runCommand(['migrate'], environment)
  await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], environment)
  const server = await startServerProcess(environment)
  t.after(async () => {
    await server.stop('SIGKILL')
    await bouncer.stop()
    await place.dispose()
  })
  const key = ['api-key', 'create', '--operator', 'alpine', '--environment', 'production', '--label', 'L']
  const made = await runCommand([...key, '--scope', 'contact:read contact:write', '--json'], environment)
  const { refresh_token } = JSON.parse(made)
  const create = async (name: string): Promise<string> => {
    const token = await server.client.form('http://alpine.localhost/access_token/refresh/', { refresh_token })
    const answer = await server.client.ask('http://alpine.localhost/api/graphql/', {
      method: 'POST',
      headers: { authorization: `Bearer ${token.body}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `mutation { contactCreate(input: {kind: CLIENT, name: "${name}"}) { contact { name } } }`,
      }),
    })
    return answer.body
  }
  const names = Array.from({ length: 40 }, (_, index) => `Contact ${index}`)
  const answers = await Promise.all(names.map(create))
  for (const [index, name] of names.entries()) assert.match(answers[index] ?? '', new RegExp(`"name":"${name}"`))
})
