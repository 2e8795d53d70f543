/** Two processes on PostgreSQL are replaced one after the other behind a proxy that repeats nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { AskingProxy } from '../support/asking-proxy.ts'
import { HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type Place, preparedPlace } from '../support/test-server.ts'

const CLIENTS = 6
/** Leaves the machine to those who stop and start. */
const PACE_MS = 10
const ROUNDS_PER_TOKEN = 100
const ORIGIN = 'http://alpine.localhost'
const AT = ['--operator', 'alpine', '--environment', 'production']

describe('two processes replaced one after the other', () => {
  let place: Place
  let refreshToken: string
  const proxy = new AskingProxy()
  let client: HttpClient
  const running = new Set<ServerProcess>()
  before(async () => {
    place = await preparedPlace('postgres')
    await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], place.environment)
    const key = ['api-key', 'create', ...AT, '--label', 'L', '--scope', 'contact:read', '--json']
    refreshToken = JSON.parse(await runCommand(key, place.environment)).refresh_token
    client = new HttpClient(await proxy.listen())
  })
  after(async () => {
    proxy.close()
    for (const server of running) await server.stop('SIGKILL')
    await place.dispose()
    await stopOwnPostgres()
  })

  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess({ ...place.environment, AIRSIDE_DRAIN_SECONDS: '3' })
    running.add(server)
    return server
  }

  const issue = () => client.form(`${ORIGIN}/access_token/refresh/`, { refresh_token: refreshToken })

  const ask = (token: string) =>
    client.ask(`${ORIGIN}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ tokenInfo { scopeList } }' }),
    })

  test('a rolling restart behind a proxy that repeats nothing fails no request, whichever process is replaced', async () => {
    // Those that replace the first two are started beside them: what counts is whom the proxy is led to.
    const [one, two, ...others] = await Promise.all([start(), start(), start(), start()])
    let servers: readonly ServerProcess[] = [one, two]
    await proxy.lead(servers.map(({ port }) => port))
    const seen = new Map<string, number>()
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    let isOver = false
    const load = Array.from({ length: CLIENTS }, async () => {
      const { body: token } = await issue()
      for (let round = 1; !isOver; round++) {
        const answer = await (round % ROUNDS_PER_TOKEN === 0 ? issue() : ask(token))
        note(answer.status === 200 ? 'answered' : `${answer.status} ${answer.body}`)
        await pause(PACE_MS)
      }
    })
    for (const next of others) {
      const served = seen.get('answered') ?? 0
      const [old, ...rest] = servers
      await proxy.lead([...servers, next].map(({ port }) => port))
      assert.equal(await old?.stop(), 0)
      servers = [...rest, next]
      assert.ok((seen.get('answered') ?? 0) > served, 'requests went on meanwhile')
    }
    isOver = true
    await Promise.all(load)
    assert.deepEqual([...seen.keys()], ['answered'])
  })
})
