/**
 * Two server processes on PostgreSQL: a right revoked at one process cannot be used by a write in progress at the
 * other.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { HOST } from '../../src/services/audit-trail.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const CREATE = 'mutation { contactCreate(input: { kind: CLIENT, name: "Late" }) { contact { contactId } } }'
const CREATE_KEY =
  'mutation { apiKeyCreate(input: { label: "Late", scopeList: ["contact:read"] }) { apiKey { apiKeyId } } }'
const IMPORT = `mutation { recordsImport(kind: CONTACTS, text: "kind,name\\nCLIENT,Late", isDryRun: false) {
  report { createdCount } userErrorList { message } } }`
const ROUNDS = 3
const REQUESTS = 12

describe('rights at each write, in two processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let at: TestTenant
  let watcher: pg.Client
  before(async () => {
    server = await startServer('postgres')
    at = (await server.operator('alpine')).production
    process = await startServerProcess(server.place.environment)
    watcher = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
    await watcher.connect()
  })
  after(async () => {
    await watcher?.end()
    await process?.stop()
    await server?.close()
  })

  const count = async (table: 'contact' | 'api_key'): Promise<number> =>
    Number((await watcher.query(`select count(*) from ${table}`)).rows[0].count)
  const mutate = (client: HttpClient, token: string): Promise<Answer> =>
    client.ask(`${at.origin}/api/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: CREATE }),
    })

  /**
   * Runs the requests until the second one has been answered, then revokes the rights; counts at that moment and
   * later.
   */
  const race = async (
    table: 'contact' | 'api_key',
    ask: (client: HttpClient) => Promise<Answer>,
    takeAway: () => Promise<unknown>,
  ): Promise<void> => {
    const requests = Array.from({ length: REQUESTS }, (_, index) =>
      ask(index % 3 === 0 ? server.client : process.client),
    )
    await Promise.race(requests.slice(1))
    await takeAway()
    const taken = await count(table)
    for (const { status, body } of await Promise.all(requests)) assert.ok([200, 401].includes(status), body)
    assert.equal(await count(table), taken, 'nothing is written once the rights are gone')
  }

  test('after a key was revoked none of its mutations in progress commits', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { refreshToken, apiKeyId } = await at.createKey()
      const token = (await at.refreshKey(refreshToken)).body
      for (const client of [server.client, process.client]) assert.equal((await mutate(client, token)).status, 200)
      await race(
        'contact',
        (client) => mutate(client, token),
        () => at.revokeKey(apiKeyId),
      )
    }
  })

  test('after an administrator was removed none of their mutations in progress commits', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const admin = await addPerson(server, at, `Late${round}`, ['ADMIN'])
      const { browser } = await ConsoleClient.signIn(server, at, admin)
      const ask = (client: HttpClient) => new ConsoleClient(client, browser).ask(CREATE_KEY)
      await race('api_key', ask, () => removeUser(server.world.at(at.tenant), admin.email, HOST, at.origin))
    }
  })

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
    await client.connect()
    return client
  }
  const waiters = async (): Promise<number> => (await waitingConnections(watcher)).length

  test('a mutation waiting inside its transaction is rolled back if its key is revoked meanwhile', async () => {
    const { refreshToken, apiKeyId } = await at.createKey()
    const token = (await at.refreshKey(refreshToken)).body
    assert.equal((await mutate(process.client, token)).status, 200)
    const before = await count('contact')
    const holder = await connect()
    await holder.query('begin; lock table contact in share mode')
    const answer = mutate(process.client, token)
    await soon('a statement waits for a lock', async () => (await waiters()) > 0)
    await at.revokeKey(apiKeyId)
    await holder.query('rollback')
    await holder.end()
    assert.equal((await answer).status, 401)
    assert.equal(await count('contact'), before)
  })

  test('an import that is done again with its user locked holds up no other administrator', async () => {
    const [importer, other] = [
      await addPerson(server, at, 'Importer', ['ADMIN']),
      await addPerson(server, at, 'Other', ['ADMIN']),
    ]
    const { browser } = await ConsoleClient.signIn(server, at, importer)
    const [user, records] = [await connect(), await connect()]
    const waitsForRecords = `select 1 from pg_locks where not granted and relation = 'contact'::regclass`
    const holdRecords = async () => records.query('begin; lock table contact in share mode')
    const importWaits = () =>
      soon('the import waits for contacts', async () => (await watcher.query(waitsForRecords)).rowCount !== 0)
    await holdRecords()
    const answer = new ConsoleClient(process.client, browser).ask(IMPORT)
    await importWaits()
    await user.query('begin')
    await user.query('select 1 from user_account where email = $1 for no key update', [importer.email])
    await records.query('rollback')
    // The last look cannot tell: the import is taken back and waits for its user, to be done again.
    await soon('a statement waits for a lock', async () => (await waiters()) > 0)
    await holdRecords()
    await user.query('rollback')
    await importWaits()
    try {
      const { data } = (await (await ConsoleClient.signIn(server, at, other)).ask(CREATE_KEY)).json<{ data: unknown }>()
      assert.ok(data, 'the other administrator signs in and writes meanwhile')
    } finally {
      await records.query('rollback')
      await Promise.all([user.end(), records.end()])
    }
    const { data } = (await answer).json<{ data: { recordsImport: unknown } }>()
    assert.deepEqual(data.recordsImport, { report: { createdCount: 1 }, userErrorList: [] })
  })

  /** A mutation that has reached its COMMIT, where PostgreSQL holds it until `release`. */
  const holdAtCommit = async (table: 'contact' | 'api_key', ask: () => Promise<Answer>) => {
    const holder = await connect()
    await holder.query(`create or replace function wait_at_commit() returns trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock(94); return null; end $$`)
    await holder.query(`create constraint trigger held after insert on ${table} deferrable initially deferred
      for each row execute function wait_at_commit()`)
    await holder.query('select pg_advisory_lock(94)')
    const answer = ask()
    await soon('a statement waits for a lock', async () => (await waiters()) > 0)
    return {
      answer,
      release: async () => {
        await holder.query('select pg_advisory_unlock(94)')
        await answer
        await holder.query(`drop trigger held on ${table}`)
        await holder.end()
      },
    }
  }

  /** Revoking rights during a COMMIT must not be answered before that COMMIT has ended. */
  const waitsForCommit = async (
    table: 'contact' | 'api_key',
    ask: () => Promise<Answer>,
    takeAway: () => Promise<unknown>,
  ): Promise<void> => {
    const { answer, release } = await holdAtCommit(table, ask)
    let isTaken = false
    const taking = takeAway().then(() => {
      isTaken = true
    })
    try {
      await soon('the rights are gone, or their end waits', async () => isTaken || (await waiters()) >= 2)
      assert.equal(isTaken, false, 'the rights were gone before the COMMIT ended')
    } finally {
      await release()
    }
    assert.equal((await answer).status, 200)
    await taking
  }

  test('revoking a key waits for the COMMIT of its mutation in progress', async () => {
    const { refreshToken, apiKeyId } = await at.createKey()
    const token = (await at.refreshKey(refreshToken)).body
    await waitsForCommit(
      'contact',
      () => mutate(process.client, token),
      () => at.revokeKey(apiKeyId),
    )
  })

  test('removing an administrator waits for the COMMIT of their mutation in progress', async () => {
    const admin = await addPerson(server, at, 'Committing', ['ADMIN'])
    const { browser } = await ConsoleClient.signIn(server, at, admin)
    await waitsForCommit(
      'api_key',
      () => new ConsoleClient(process.client, browser).ask(CREATE_KEY),
      () => removeUser(server.world.at(at.tenant), admin.email, HOST, at.origin),
    )
  })
})
