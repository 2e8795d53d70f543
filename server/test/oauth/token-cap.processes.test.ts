/** The cap of 500 active tokens is exact with two server processes on one PostgreSQL (threats row 32). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { preparedPlace, startServer, type TestServer, type TestTenant } from '../support/test-server.ts'
import { fillSlots } from '../support/token-slots.ts'

after(stopOwnPostgres)

describe('64 refreshes at once at two server processes (postgres)', () => {
  let server: TestServer
  let at: TestTenant
  let processes: readonly [ServerProcess, ServerProcess]
  before(async () => {
    server = await startServer('postgres')
    at = (await server.operator('alpine')).production
    const start = () => startServerProcess(server.place.environment)
    processes = await Promise.all([start(), start()])
  })
  after(async () => {
    for (const each of processes) await each.stop()
    await server.close()
  })

  const refresh = ({ client }: ServerProcess, refreshToken: string) =>
    client.form('http://alpine.localhost/access_token/refresh/', { refresh_token: refreshToken })

  test('of 64 parallel refreshes at two processes with 490 active tokens exactly 10 succeed, and work at both', async () => {
    for (let round = 0; round < 3; round++) {
      const { refreshToken } = await at.createKey()
      await fillSlots(server, at, refreshToken, 490)
      const asked = Array.from({ length: 64 }, (_, index) => refresh(processes[index % 2 ? 1 : 0], refreshToken))
      const answers = await Promise.all(asked)
      const issued = answers.filter(({ status }) => status === 200)
      assert.equal(issued.length, 10)
      assert.equal(answers.filter(({ status }) => status === 429).length, 54)
      assert.equal(new Set(issued.map(({ body }) => body)).size, 10)
      for (const { body } of issued) {
        for (const { client } of processes) {
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${body}` }
          const query = JSON.stringify({ query: '{ echo(text: "hi") }' })
          const answer = await client.ask(`${at.origin}/api/graphql/`, { method: 'POST', headers, body: query })
          assert.equal(answer.status, 200)
        }
      }
    }
  })
})

test('the cap is exact on a database with another default isolation level', async (t) => {
  const place = await preparedPlace('postgres')
  t.after(place.dispose)
  const admin = new pg.Client({ connectionString: place.environment.DATABASE_URL ?? '' })
  await admin.connect()
  await admin.query(`alter database ${admin.database} set default_transaction_isolation = 'repeatable read'`)
  await admin.end()
  const server = await startServer('postgres', place)
  t.after(() => server.close())
  const at = (await server.operator('alpine')).production
  const { refreshToken } = await at.createKey()
  await fillSlots(server, at, refreshToken, 490)
  const answers = await Promise.all(Array.from({ length: 64 }, () => at.refreshKey(refreshToken)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  assert.equal(answers.filter(({ status }) => status === 429).length, 54)
})
