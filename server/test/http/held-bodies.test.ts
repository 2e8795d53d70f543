/** Large bodies are refused without being held (threats row 45): in a process of its own, whose memory it measures. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { heldMemory } from '../support/held-memory.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

let server: TestServer
let at: TestTenant
before(async () => {
  server = await startServer('sqlite')
  at = (await server.operator('alpine')).production
})
after(() => server.close())

test('thirty bodies of 10 MB do not increase memory', async () => {
  const body = Buffer.alloc(10 * 1024 * 1024, 'x')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = () => server.client.ask(`${at.origin}/oauth2/code/token/`, { method: 'POST', headers, body })
  for (let warm = 0; warm < 3; warm++) await ask()
  const before = heldMemory()
  for (let round = 0; round < 10; round++) await Promise.all([ask(), ask(), ask()])
  const after = heldMemory()
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  assert.ok(grown < 10 * 1024 * 1024, `${grown} bytes more`)
})
