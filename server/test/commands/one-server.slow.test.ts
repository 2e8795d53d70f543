/** An embedded store has one server at a time, whatever became of the one before; PostgreSQL may have many. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runProgram, startServerProcess } from '../support/server-process.ts'
import { onPostgres, preparedPlace } from '../support/test-server.ts'

after(stopOwnPostgres)

const refusal = (running: Promise<unknown>): Promise<{ code: number; stderr: string }> =>
  running.then(
    () => assert.fail('It was not refused'),
    (error) => error,
  )

const IN_USE = /^Another server uses the store in \S+: stop it first\n$/

test('an embedded store has one server: a second one and a restore are refused, and the first one serves on', async (t) => {
  const place = await preparedPlace('sqlite')
  t.after(place.dispose)
  const { AIRSIDE_DATA: folder = '' } = place.environment
  const file = join(folder, 'backup')
  const first = await startServerProcess(place.environment)
  t.after(() => first.stop('SIGKILL'))
  await runProgram(['backup', file], place.environment)

  const second = await refusal(runProgram(['serve'], { ...place.environment, PORT: '0' }))
  assert.equal(second.code, 1)
  assert.match(second.stderr, IN_USE)
  assert.match((await refusal(runProgram(['restore', file, '--replace'], place.environment))).stderr, IN_USE)
  assert.equal((await first.client.ask('http://localhost/readyz')).status, 200)

  await first.stop('SIGKILL')
  await runProgram(['restore', file, '--replace'], place.environment)
  const next = await startServerProcess(place.environment)
  assert.equal(await next.stop(), 0)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('pid')),
    [],
  )
})

test(
  'PostgreSQL has as many servers as are started, and none leaves a file behind',
  onPostgres('concurrency'),
  async (t) => {
    const place = await preparedPlace('postgres')
    t.after(place.dispose)
    const servers = await Promise.all([startServerProcess(place.environment), startServerProcess(place.environment)])
    for (const server of servers) assert.equal(await server.stop(), 0)
    assert.deepEqual(readdirSync(place.environment.AIRSIDE_DATA ?? ''), [])
  },
)
