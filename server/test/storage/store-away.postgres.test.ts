/** PostgreSQL is away, or no longer lets the server in: what is asked of the process, and what of the store. */
import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { openPostgres } from '../../src/storage/engines/postgres-engine.ts'
import { USUAL_POSTGRES } from '../../src/storage/engines/postgres-settings.ts'
import { isStoreUnavailable, OutcomeUnknown } from '../../src/storage/engines/unavailable.ts'
import { freePort } from '../support/free-port.ts'
import { HttpClient } from '../support/http-client.ts'
import { startPostgres, stopOwnPostgres } from '../support/postgres.ts'
import { startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { preparedPlace } from '../support/test-server.ts'

test('a server that starts before PostgreSQL waits for it, and lives on when it goes away', async (t) => {
  const port = await freePort()
  const DATABASE_URL = `postgres://airside@127.0.0.1:${port}/postgres`
  const metricsPort = await freePort()
  const starting = startServerProcess({
    DATABASE_URL,
    AIRSIDE_STORE_WAIT_SECONDS: '80',
    AIRSIDE_METRICS_PORT: String(metricsPort),
  })
  const postgres = await startPostgres({ port })
  const server = await starting
  t.after(() => server.stop('SIGKILL'))
  assert.equal((await server.client.ask('http://localhost/readyz')).status, 200)
  await postgres.stop()
  const ready = await server.client.ask('http://localhost/readyz')
  assert.equal(ready.status, 503, ready.body)
  assert.equal((await server.client.ask('http://localhost/healthz')).status, 200)
  const metrics = (await new HttpClient(metricsPort).ask('http://localhost/metrics')).body
  assert.match(metrics, /^airside_store_up 0$/m, 'metrics are served without the store, and say that it is away')
  assert.match(metrics, /^airside_http_requests_total\{[^}]*"\/readyz",outcome="unavailable"\} 1$/m)
  const refused = await server.client.ask('http://alpine.localhost/api/graphql/', { method: 'POST' })
  assert.equal(refused.status, 503)
  await server.stop()
  const warnings = server
    .logged()
    .split('\n')
    .flatMap((line) => (line.includes('"level":40') ? [JSON.parse(line)] : []))
  for (const path of ['/readyz', '/api/graphql/']) {
    const warning = warnings.find((line) => line.path === path && line.status === 503)
    assert.match(warning?.reason, /The store cannot be reached/, path)
    assert.match(JSON.stringify(warning.cause), /terminat|ECONNREFUSED|shut/, 'the cause of a 503 is logged')
  }
  const ofOperator = warnings.find((line) => line.path === '/api/graphql/')
  assert.deepEqual([ofOperator.operator, ofOperator.environment], ['alpine', 'production'], 'whom it concerned')
})

test('a role that PostgreSQL no longer lets in makes the store unavailable, not the server broken', async (t) => {
  const place = await preparedPlace('postgres')
  const owner = new pg.Client({ connectionString: place.environment.DATABASE_URL })
  await owner.connect()
  const role = `let_in_${process.pid}`
  await owner.query(`create role ${role} login superuser`)
  const url = new URL(place.environment.DATABASE_URL ?? '')
  url.username = role
  const server = await startServerProcess({ ...place.environment, DATABASE_URL: url.href })
  t.after(async () => {
    await server.stop('SIGKILL')
    await owner.query(`drop owned by ${role}; drop role ${role}`)
    await owner.end()
    await place.dispose()
    await stopOwnPostgres()
  })
  assert.equal((await server.client.ask('http://localhost/readyz')).status, 200)
  await owner.query(`alter role ${role} nologin`)
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
  const statuses = new Set<number>()
  await soon('the server notices', async () => {
    const { status } = await server.client.ask('http://localhost/readyz')
    statuses.add(status)
    return status === 503
  })
  assert.ok(!statuses.has(500), [...statuses].join())
})

/** The way to a database, on which whatever is connected can be made to stand still. */
const freezableWay = async (database: string) => {
  const url = new URL(database)
  const { port, hostname } = url
  const ways: [Socket, Socket][] = []
  const server = createServer((from) => {
    const to = connect(Number(port), hostname)
    for (const socket of [from, to]) socket.on('error', () => {})
    from.pipe(to).pipe(from)
    ways.push([from, to])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    freeze: () => {
      for (const [from, to] of ways) {
        from.unpipe(to)
        to.unpipe(from)
      }
    },
    close: () => {
      server.close()
      for (const socket of ways.flat()) socket.destroy()
    },
  }
}

test('what a frozen PostgreSQL does not answer ends in time, and the next one has another connection', async (t) => {
  const place = await preparedPlace('postgres')
  const way = await freezableWay(place.environment.DATABASE_URL ?? '')
  const engine = openPostgres(way.url, { ...USUAL_POSTGRES, statementMs: 1_000 })
  t.after(async () => {
    way.close()
    await engine.close()
    await place.dispose()
    await stopOwnPostgres()
  })
  const backend = (): Promise<unknown> =>
    engine.onOneConnection(async ({ execute }) => (await execute('select pg_backend_pid() as pid', [])).rows)
  const first = await backend()
  way.freeze()
  await assert.rejects(backend(), (error) => isStoreUnavailable(error) && /does not answer/.test(String(error)))
  assert.notDeepEqual(await backend(), first)
  const committing = engine.write(async ({ execute }) => {
    await execute('select 1 as one', [])
    way.freeze()
  })
  await assert.rejects(committing, OutcomeUnknown, 'nobody knows what became of a COMMIT that is not answered')
  assert.notDeepEqual(await backend(), first)
})
