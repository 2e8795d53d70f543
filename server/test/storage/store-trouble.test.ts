/** When the store fails in the middle of a request: nothing of the cause is told, and what may be tried again says so. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { STORES, startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const LIST = '{ contactList { nodeList { name } } }'
const CREATE = 'mutation { contactCreate(input: {kind: CLIENT, name: "Anna"}) { contact { contactId } } }'

for (const store of STORES) {
  describe(`a fault of ours (${store})`, () => {
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

    test('is told as one, without its cause, and logged with it under the request id', async () => {
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

describe('PostgreSQL breaks a connection', () => {
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

  /** Lets the job wait for a locked table, and ends every connection that waits there. */
  const breakWhileWaiting = async (table: string, job: () => Promise<Answer>): Promise<Answer> => {
    await admin.query(`begin; lock table ${table} in access exclusive mode`)
    const answer = job()
    const waiting = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    for (;;) {
      const { rowCount } = await admin.query(waiting)
      if (rowCount) break
      await pause(10)
    }
    await admin.query('rollback')
    return answer
  }

  test('a question, a change and a token request that were under way answer 503, and work when asked again', async () => {
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
})
