/**
 * Single-use items work once, also when two server processes on PostgreSQL are asked in parallel (threats rows 2, 25,
 * 30).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fromBase32, totpCode } from '../../src/domain/identity/totp.ts'
import { Browser, formTo } from '../support/browser.ts'
import {
  addPerson,
  authorizePath,
  exchangeFields,
  GrantScene,
  PASSWORD,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ECHO = JSON.stringify({ query: '{ echo(text: "hi") }' })

describe('two server processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let scene: GrantScene
  before(async () => {
    server = await startServer('postgres')
    process = await startServerProcess(server.place.environment)
    scene = await GrantScene.open(server, 'alpine')
  })
  after(async () => {
    await process?.stop()
    await server?.close()
  })

  const inTurn = <T>(count: number, ask: (client: HttpClient, index: number) => Promise<T>): Promise<T[]> => {
    const doors = [server.client, process.client] as const
    return Promise.all(Array.from({ length: count }, (_, index) => ask(doors[index % 2 === 0 ? 0 : 1], index)))
  }
  const withStatus = (answers: readonly Answer[], status: number) =>
    answers.filter((answer) => answer.status === status)
  const exchange = (client: HttpClient, code: string) =>
    client.form(`${scene.at.origin}/oauth2/code/token/`, exchangeFields(scene.application, code))
  /** The same person with the same cookies, at one of the two. */
  const sameBrowser = (client: HttpClient, browser: Browser): Browser => {
    const copy = new Browser(client, scene.at.origin)
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    return copy
  }

  test('of 64 exchanges of one code at two processes one gets 200, and its tokens are revoked at both', async () => {
    const code = await scene.code()
    const answers = await inTurn(64, (client) => exchange(client, code))
    assert.deepEqual([withStatus(answers, 200).length, withStatus(answers, 400).length], [1, 63])
    const token = withStatus(answers, 200)[0]?.json<Tokens>().access_token
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    for (const client of [server.client, process.client]) {
      const query = () => client.ask(`${scene.at.origin}/api/graphql/`, { method: 'POST', headers, body: ECHO })
      await soon('the tokens are dead', async () => (await query()).status === 401)
    }
  })

  test('of 16 decisions on one consent at two processes one counts', async () => {
    const page = await scene.browser.get(authorizePath(scene.application, 'contact:read'))
    const form = formTo(page.body, '/consent/')
    const answers = await inTurn(16, (client) => sameBrowser(client, scene.browser).submit(form, { decision: 'allow' }))
    assert.deepEqual([withStatus(answers, 303).length, withStatus(answers, 403).length], [1, 15])
  })

  test('twelve codes exchanged in parallel at two processes make one grant', async () => {
    const codes: string[] = []
    while (codes.length < 12) codes.push(await scene.code())
    const answers = await inTurn(12, (client, index) => exchange(client, codes[index] ?? ''))
    assert.equal(withStatus(answers, 200).length, 12)
    const { db } = server.world.storage.platform
    const grants = await db.selectFrom('oauth_grant').select('grant_id').where('ended_at', 'is', null).execute()
    assert.equal(grants.length, 1)
  })

  test('of a hundred password guesses at two processes only the allowed number is checked', async () => {
    const { email } = await addPerson(server, scene.at, 'Sara', ['CREW'])
    const answers = await inTurn(100, (client) =>
      new Browser(client, scene.at.origin).postFresh('/sign-in/', { email, password: 'a guess' }),
    )
    const made = withStatus(answers, 403).length
    assert.ok(made >= 5 && made <= 8, `${made} were made`)
    assert.equal(withStatus(answers, 429).length, 100 - made)
  })

  test('a TOTP code signs in once at two processes', async () => {
    const person = await addPerson(server, scene.at, 'Elsa', ['CREW'])
    const browser = await signedInBrowser(server, scene.at, person)
    const page = await browser.post('/account/', { intent: 'start-second-step' })
    const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
    const codeAt = (step: number) => totpCode(fromBase32(secret), Math.floor(Date.now() / 30_000) + step)
    // Not the step before, which is over when the next begins meanwhile.
    await browser.post('/account/', { intent: 'confirm-second-step', code: codeAt(0) })
    const waiting = await inTurn(4, async (client) => {
      const copy = new Browser(client, scene.at.origin)
      await copy.postFresh('/sign-in/', { email: person.email, password: PASSWORD })
      return copy
    })
    const code = codeAt(1)
    const answers = await Promise.all(waiting.map((copy) => copy.postFresh('/sign-in/second-step/', { code })))
    assert.deepEqual([withStatus(answers, 303).length, withStatus(answers, 403).length], [1, 3])
  })
})
