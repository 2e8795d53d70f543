/** When the store fails during a request, the response does not reveal the cause and says whether to retry. */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { storeFailure } from '../../src/storage/engines/unavailable.ts'
import { CuttingProxy } from '../support/cutting-proxy.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { onPostgres, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const LIST = '{ contactList { nodeList { name } } }'
const CREATE = 'mutation { contactCreate(input: {kind: CLIENT, name: "Anna"}) { contact { contactId } } }'

const createOnce = (name: string, key: string): string =>
  `mutation { contactCreate(input: { kind: CLIENT, name: "${name}" }, idempotencyKey: "${key}") { contact { contactId } } }`

const outcomeUnknown = (answer: Answer): void => {
  assert.equal(answer.status, 504, answer.body)
  const [error] = answer.json<{ errors: { message: string; extensions: { code: string } }[] }>().errors
  assert.equal(error?.extensions.code, 'OUTCOME_UNKNOWN')
  assert.match(error?.message ?? '', /may have been done.*same idempotency key/)
  assert.doesNotMatch(answer.body, /nothing was done/)
}

/** How many contacts have this name. */
const named = async (at: TestTenant, token: string, name: string): Promise<number> =>
  (await at.query(token, LIST))
    .json<{ data: { contactList: { nodeList: { name: string }[] } } }>()
    .data.contactList.nodeList.filter((contact) => contact.name === name).length

for (const store of storesFor('errors')) {
  describe(`internal errors (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let token: string
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      token = await at.accessToken()
      await server.world.storage.writePlatform(async (tx) => {
        await sql`alter table contact rename to contact_elsewhere`.execute(tx.db)
      })
    })
    after(() => server.close())

    test('an internal error is answered without its cause, which is logged under the request id', async () => {
      for (const query of [LIST, LIST, LIST, CREATE, CREATE, CREATE]) {
        const answer = await at.query(token, query)
        const requestId = String(answer.headers['x-request-id'])
        const [error] = answer.json<{ errors: { message: string; extensions: object }[] }>().errors
        assert.equal(error?.message, 'Something failed on our side')
        assert.deepEqual(error?.extensions, { code: 'SERVER_ERROR', requestId })
        assert.doesNotMatch(answer.body, /contact_elsewhere|no such table|does not exist|select|insert|\.ts\b/i)
        const logged = server.logged.filter((line) => line.includes(requestId)).join('')
        assert.match(logged, /no such table|does not exist/)
      }
    })
  })
}

describe('the store cannot take what is written', () => {
  let server: TestServer
  let at: TestTenant
  let token: string
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
    token = await at.accessToken()
  })
  after(() => server.close())

  const writeSetting = (setting: string) =>
    server.world.storage.writePlatform(async (tx) => void (await sql.raw(`pragma ${setting}`).execute(tx.db)))

  const refusedAndReadable = async (): Promise<void> => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        at.query(
          token,
          `mutation { contactCreate(input: { kind: OTHER, name: "${'x'.repeat(150)}${index}" }) { contact { contactId } } }`,
        ),
      ),
    )
    const refused = answers.filter(({ status }) => status === 503)
    assert.ok(refused.length > 0, 'something was refused')
    for (const { body } of refused) {
      assert.match(body, /cannot store anything now, but reads go on: nothing was done/)
      assert.doesNotMatch(body, /cannot be reached/)
    }
    assert.equal((await at.query(token, LIST)).status, 200)
  }

  const readiness = async (): Promise<{ status: string; reason?: string }> => {
    const answer = await server.client.ask('http://localhost/readyz')
    assert.equal(answer.status, 200, 'reads are not taken away')
    return answer.json()
  }

  const writable = async (): Promise<string | undefined> =>
    /^airside_store_writable (\d)$/m.exec(await server.app.readMetrics())?.[1]

  test('a full disk is told to clients, in /readyz and in metrics while reads go on, until there is room', async () => {
    assert.equal((await readiness()).status, 'ready')
    assert.equal(await writable(), '1')
    await writeSetting('max_page_count = 1')
    await refusedAndReadable()
    const { status, reason } = await readiness()
    assert.equal(status, 'degraded')
    assert.match(reason ?? '', /Nothing can be stored now; reads go on/)
    assert.equal(await writable(), '0')
    assert.equal((await readiness()).status, 'degraded', 'asking does not mend it')
    await writeSetting('max_page_count = 1073741823')
    assert.equal((await at.query(token, CREATE)).status, 200)
    await soon('it is ready again without a restart', async () => (await readiness()).status === 'ready')
    assert.equal(await writable(), '1')
    const left = await sql`select * from write_probe`.execute(server.world.storage.platform.db)
    assert.equal(left.rows.length, 0, 'what was tried leaves nothing behind')
  })

  test('a store that may only be read is told as such while reads go on', async () => {
    await writeSetting('query_only = on')
    await refusedAndReadable()
    assert.equal((await readiness()).status, 'degraded')
  })

  test('PostgreSQL’s codes for no room and for reading alone are told the same way', () => {
    for (const code of ['53100', '25006']) {
      const failure = storeFailure(Object.assign(new Error('refused'), { code }))
      assert.match(failure?.message ?? '', /cannot store anything now/)
      assert.equal(failure?.code, 'temporarily_unavailable')
    }
    assert.match(storeFailure(Object.assign(new Error('gone'), { code: '57P01' }))?.message ?? '', /cannot be reached/)
  })
})

describe('PostgreSQL breaks a connection', onPostgres('errors'), () => {
  let server: TestServer
  let at: TestTenant
  let admin: pg.Client
  before(async () => {
    server = await startServer('postgres')
    at = (await server.operator('alpine')).production
    admin = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
    await admin.connect()
  })
  after(async () => {
    await admin.end()
    await server.close()
  })

  /** Ends every connection that waits for a lock; says how many did. */
  const endWaiting = async (): Promise<number> => {
    const pids = await waitingConnections(admin)
    await admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) as waiting (pid)', [pids])
    return pids.length
  }

  /** Makes the job wait for a locked table, and ends every connection that waits there. */
  const breakWhileWaiting = async (table: string, job: () => Promise<Answer>): Promise<Answer> => {
    await admin.query(`begin; lock table ${table} in access exclusive mode`)
    const answer = job()
    await soon('a statement waits and is ended', async () => (await endWaiting()) > 0)
    await admin.query('rollback')
    return answer
  }

  test('a query, a mutation and a token request in progress get 503 and succeed when repeated', async () => {
    const token = await at.accessToken()
    const { refreshToken } = await at.createKey()
    const jobs: [table: string, job: () => Promise<Answer>][] = [
      ['contact', () => at.query(token, LIST)],
      ['contact', () => at.query(token, LIST)],
      ['contact', () => at.query(token, CREATE)],
      ['contact', () => at.query(token, CREATE)],
      ['access_token', () => at.refreshKey(refreshToken)],
    ]
    for (const [table, job] of jobs) {
      const answer = await breakWhileWaiting(table, job)
      assert.equal(answer.status, 503, answer.body)
      assert.equal(answer.headers['retry-after'], '1')
      assert.match(answer.body, /temporarily_unavailable/i)
      assert.doesNotMatch(answer.body, /terminat|administrator|connection/i)
      assert.equal((await job()).status, 200)
    }
    const { data } = (await at.query(token, '{ contactList { nodeList { name } } }')).json<{
      data: { contactList: { nodeList: unknown[] } }
    }>()
    assert.equal(data.contactList.nodeList.length, 2, 'only what was acknowledged happened')
  })

  test('a change whose COMMIT was under way answers 504, and is done once when sent again with its idempotency key', async () => {
    const token = await at.accessToken()
    await admin.query(`create function wait_at_commit() returns trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock(106); return null; end $$`)
    await admin.query(`create constraint trigger held after insert on contact deferrable initially deferred
      for each row execute function wait_at_commit()`)
    await admin.query('select pg_advisory_lock(106)')
    const answer = at.query(token, createOnce('Rolled back', 'key-1'))
    await soon('a statement waits and is ended', async () => (await endWaiting()) > 0)
    outcomeUnknown(await answer)
    await admin.query('select pg_advisory_unlock(106)')
    await admin.query('drop trigger held on contact')
    assert.equal(await named(at, token, 'Rolled back'), 0)
    assert.equal((await at.query(token, createOnce('Rolled back', 'key-1'))).status, 200)
    assert.equal(await named(at, token, 'Rolled back'), 1)
  })

  test('a change that was committed before the connection broke answers 504, and is not done again', async () => {
    const proxy = new CuttingProxy('Committed', new URL(server.config.databaseUrl ?? ''))
    const databaseUrl = await proxy.start(server.config.databaseUrl ?? '')
    const environment = { ...server.place.environment, DATABASE_URL: databaseUrl }
    const behind = await startServer('postgres', { environment, dispose: async () => {} })
    try {
      const there = await behind.existing('alpine')
      const token = await at.accessToken()
      outcomeUnknown(await there.query(token, createOnce('Committed', 'key-2')))
      assert.equal(proxy.cuts, 1)
      assert.equal(await named(at, token, 'Committed'), 1)
      assert.equal((await at.query(token, createOnce('Committed', 'key-2'))).status, 200)
      assert.equal(await named(at, token, 'Committed'), 1)
    } finally {
      await behind.close()
      proxy.close()
    }
  })
})

describe('the disk fails in COMMIT (sqlite)', () => {
  let server: TestServer
  let at: TestTenant
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
  })
  after(() => server.close())

  for (const isCommitted of [false, true]) {
    const outcome = isCommitted ? 'was' : 'was not'
    test(`a change that ${outcome} committed answers 504, and is done once when sent again with its idempotency key`, async (t) => {
      const token = await at.accessToken()
      const mutation = createOnce(`On disk ${isCommitted}`, `key-${isCommitted}`)
      const { exec } = DatabaseSync.prototype
      let failures = 0
      t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
        if (text !== 'COMMIT' || failures > 0) return exec.call(this, text)
        failures++
        if (isCommitted) exec.call(this, text)
        throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 })
      })
      outcomeUnknown(await at.query(token, mutation))
      assert.equal(failures, 1)
      t.mock.restoreAll()
      assert.equal(await named(at, token, `On disk ${isCommitted}`), isCommitted ? 1 : 0)
      assert.equal((await at.query(token, mutation)).status, 200)
      assert.equal(await named(at, token, `On disk ${isCommitted}`), 1)
    })
  }
})
