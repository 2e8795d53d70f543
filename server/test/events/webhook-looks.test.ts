/** How often a process looks for messages to send: rarely where there are none, and not once for each change. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Integration } from '../support/integration.ts'
import { startServer } from '../support/test-server.ts'

const LOOK = /\bfrom "?webhook"? inner join "?change_head/
const ADD = 'mutation { contactCreate(input: { kind: SUPPLIER, name: "Fuel" }) { userErrorList { code } } }'

test('a process pauses between two looks for messages where there is nothing to send, and after a burst of changes', async (t: TestContext) => {
  const server = await startServer('sqlite')
  const key = await Integration.of((await server.operator('alpine')).production, 'contact:read contact:write')
  let looks = 0
  const note = (text: unknown) => {
    if (LOOK.test(String(text))) looks++
  }
  subscribe('airside:statement', note)
  const { mock } = t
  let now = 1_000_000
  mock.method(performance, 'now', () => now)
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  /** Moves the time, and lets everything go on that does not wait for more of it. */
  const pass = async (ms: number) => {
    now += ms
    mock.timers.tick(ms)
    for (let times = 0; times < 50; times++) await turn()
  }
  try {
    server.app.webhooks.start()
    await pass(499)
    assert.equal(looks, 0, 'nothing has happened')
    await pass(1)
    await pass(0)
    assert.equal(looks, 1, 'it looks from time to time')
    await pass(0)
    assert.equal(looks, 1, 'and not again at once')
    for (let each = 0; each < 4; each++) {
      await pass(500)
      await pass(0)
    }
    assert.equal(looks, 5, 'each half second once')
    await pass(300)
    for (let each = 1; each <= 20; each++) await key.did(key.change(ADD))
    await pass(0)
    assert.equal(looks, 6, 'twenty changes are looked for at once and together')
    await key.did(key.change(ADD))
    await pass(249)
    assert.equal(looks, 6, 'what follows them waits for the pause to end')
    await pass(1)
    assert.equal(looks, 7)
  } finally {
    mock.timers.reset()
    unsubscribe('airside:statement', note)
    await server.close()
  }
})
