/** The 30-minute token and the 30-day refresh token in one walk over HTTP, by the clock of a sandbox alone (events §4). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { GrantScene, type Tokens } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const ADVANCE = `mutation ($seconds: Int!) { testClockAdvance(seconds: $seconds) { testClock { aheadSeconds }
  userErrorList { code message path } } }`
const WHO = '{ operator { operatorId } }'

describe('a walk by the clock of a sandbox', () => {
  let server: TestServer
  before(async () => {
    server = await startServer('sqlite')
  })
  after(() => server.close())

  test('an access token ends after 30 minutes, and a refresh token after 30 days without use (events §4)', async () => {
    const scene = await GrantScene.open(server, 'walk', 'sandbox')
    const admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
    const advance = (seconds: number) => admin.done('testClockAdvance', ADVANCE, { seconds })
    const statusOf = async (token: string) => (await scene.at.query(token, WHO)).status
    const first = await scene.connect('contact:read')
    await advance(29 * 60)
    assert.equal(await statusOf(first.access_token), 200, 'a minute before')
    await advance(60)
    assert.equal(await statusOf(first.access_token), 401, 'after half an hour')
    const second = (await scene.refresh(first.refresh_token)).json<Tokens>()
    assert.equal(await statusOf(second.access_token), 200)
    await advance(29 * 86_400)
    assert.equal((await scene.refresh(first.refresh_token)).status, 200, 'used within 30 days, it has 30 more')
    await advance(30 * 86_400)
    const over = await scene.refresh(first.refresh_token)
    assert.deepEqual([over.status, over.json().error], [400, 'invalid_grant'])
    assert.ok(over.headers['x-airside-test-clock'], 'the answer says which time was meant')
  })
})
