/** At the cap of 500 active tokens the client waits as long as the server says, and then succeeds. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startServer, type TestServer, type TestTenant } from '../../server/test/support/test-server.ts'
import { build } from './support/build.ts'
import { bothNodes, type NodeBinary } from './support/nodes.ts'

const DRIVER = fileURLToPath(new URL('./drivers/at-the-cap.mjs', import.meta.url))
const CAP = 500

const nodes = await bothNodes()
await build('sdk')

describe('at the cap of active tokens', () => {
  let server: TestServer
  let tenant: TestTenant
  before(async () => {
    server = await startServer('sqlite')
    tenant = (await server.operator('alpine')).production
  })
  after(() => server.close())

  const keyAtCap = async (): Promise<string> => {
    const { refreshToken } = await tenant.createKey('contact:read')
    const answers = await Promise.all(Array.from({ length: CAP }, () => tenant.refreshKey(refreshToken)))
    assert.ok(answers.every(({ status }) => status === 200))
    return refreshToken
  }

  /** Runs one query in a process of its own; its sleeps move the server's clock. */
  const query = (node: NodeBinary, apiKey: string, maxWaitSeconds: number) =>
    new Promise<{ answer: Record<string, unknown>; sleeps: number[] }>((resolve, reject) => {
      const task = { service: `http://localhost:${server.client.port}`, apiKey, maxWaitSeconds }
      const child = fork(DRIVER, [JSON.stringify(task)], { execPath: node.path, execArgv: [] })
      const sleeps: number[] = []
      child.on('message', (message: { sleep?: number; answer?: Record<string, unknown> }) => {
        if (message.answer) return resolve({ answer: message.answer, sleeps })
        sleeps.push(message.sleep ?? 0)
        server.clock.advanceSeconds((message.sleep ?? 0) / 1000)
        child.send('awake')
      })
      child.once('exit', (code) => reject(new Error(`The client ended with ${code}`)))
    })

  for (const node of nodes) {
    test(`at the token cap the client waits once for Retry-After, and the query succeeds (${node.name})`, async () => {
      const { answer, sleeps } = await query(node, await keyAtCap(), 1800)
      assert.deepEqual(answer, { echo: 'in' })
      assert.equal(sleeps.length, 1)
      assert.ok((sleeps[0] ?? 0) > 1_700_000 && (sleeps[0] ?? 0) <= 1_800_000, `slept ${sleeps[0]} ms`)
    })

    test(`at the token cap the client fails at once if the wait is above its limit (${node.name})`, async () => {
      const { answer, sleeps } = await query(node, await keyAtCap(), 60)
      assert.equal(answer.failed, 'TooManyActiveTokens')
      assert.ok(Number(answer.retryAfterSeconds) > 1700)
      assert.deepEqual(sleeps, [])
    })
  }
})
