/**
 * Client authentication: Basic or body, never both, throttled on failure, one response for all failures (threats rows
 * 10, 46, 61).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addApplication, GrantScene, refreshFields, type Tokens } from '../support/code-grant.ts'
import { countingCrypto } from '../support/counted-crypto.ts'
import { encoded } from '../support/form-bodies.ts'
import type { Answer } from '../support/http-client.ts'
import { assertSameAnswer } from '../support/same-answer.ts'
import { startServer, type TestServer } from '../support/test-server.ts'
import { basic, ClientDoor, type Fields, refusedWith, without } from '../support/token-requests.ts'

let server: TestServer
let scene: GrantScene
let door: ClientDoor
let tokens: Tokens
before(async () => {
  server = await startServer('sqlite')
  scene = await GrantScene.open(server, 'alpine')
  door = new ClientDoor(server, scene.at)
  tokens = await scene.connect()
})
after(() => server.close())

const refresh = () => refreshFields(scene.application, tokens.refresh_token)
const bare = () => without(refresh(), 'client_id', 'client_secret')
const own = (secret = scene.application.clientSecret) => basic(scene.application.clientId, secret)

test('a secret both by Basic and in the body is refused, even if they are equal', async () => {
  const { clientId, clientSecret } = scene.application
  for (const more of [{ client_secret: clientSecret }, { client_id: clientId, client_secret: clientSecret }]) {
    const answer = await door.urlencoded({ ...bare(), ...more }, own())
    refusedWith(answer, 400, 'invalid_request', /in the body or by Basic, not both/)
  }
})

test('client_id in the body beside Basic is accepted if equal and refused if different', async () => {
  const { clientId } = scene.application
  assert.equal((await door.urlencoded({ ...bare(), client_id: clientId }, own())).status, 200)
  const other = await door.urlencoded({ ...bare(), client_id: 'other' }, own())
  refusedWith(other, 400, 'invalid_request', /not the one that Basic names/)
})

test('wrong, missing or unreadable credentials get 401 with a Basic challenge', async () => {
  for (const fields of [
    { ...refresh(), client_secret: 'wrong' },
    { ...refresh(), client_id: 'app_wrong' },
    without(refresh(), 'client_secret'),
    without(refresh(), 'client_id'),
    bare(),
  ]) {
    const answer = await door.urlencoded(fields)
    refusedWith(answer, 401, 'invalid_client')
    assert.equal(answer.headers['www-authenticate'], 'Basic realm="airside"')
  }
  for (const authorization of [
    own('wrong').authorization,
    basic('app_wrong', scene.application.clientSecret).authorization,
    'Basic',
    'Basic !',
    'basic YTpi!',
    `Basic ${'A'.repeat(50_000)}`,
  ]) {
    const answer = await door.urlencoded(bare(), { authorization })
    refusedWith(answer, 401, 'invalid_client')
    assert.equal(answer.headers['www-authenticate'], 'Basic realm="airside"')
  }
  const bearer = await door.urlencoded(refresh(), { authorization: `Bearer ${tokens.access_token}` })
  refusedWith(bearer, 401, 'invalid_client')
  assert.equal(bearer.headers['www-authenticate'], 'Basic realm="airside"')
})

test('a doubled Authorization header gets invalid_request', async () => {
  const { authorization } = own()
  refusedWith(
    await door.urlencoded(bare(), { authorization: [authorization, authorization] }),
    400,
    'invalid_request',
    /once/,
  )
})

test('request headers of more than 64 KB get 431', async () => {
  const answer = await door.urlencoded(bare(), { authorization: `Basic ${'A'.repeat(70_000)}` })
  assert.deepEqual([answer.status, answer.json().error], [431, 'header_too_large'])
})

test('a secret in the address is refused, and the description says what to do', async () => {
  for (const name of ['client_secret', 'refresh_token', 'access_token']) {
    const { type, body } = await encoded(new URLSearchParams(refresh()))
    const answer = await door.post(type, body, {}, `?${name}=x`)
    refusedWith(answer, 400, 'invalid_request', /replace it/)
  }
})

test('failures are throttled by client and address, and the right secret still works', async () => {
  const other = await addApplication(server, { name: 'Other' })
  const wrong = { ...refresh(), client_secret: 'wrong' }
  const from = (localAddress: string, fields: Fields) =>
    server.client.ask(`${scene.at.origin}/oauth2/code/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      localAddress,
    })
  for (let count = 0; count < 10; count++) refusedWith(await from('127.0.0.3', wrong), 401, 'invalid_client')
  const slowed = await from('127.0.0.3', wrong)
  refusedWith(slowed, 429, 'too_many_attempts')
  assert.equal(slowed.headers['retry-after'], '60')
  assert.equal((await from('127.0.0.3', refresh())).status, 200)
  refusedWith(await from('127.0.0.2', wrong), 401, 'invalid_client')
  refusedWith(await from('127.0.0.3', { ...wrong, client_id: other.clientId }), 401, 'invalid_client')
  server.clock.advanceSeconds(61)
  refusedWith(await from('127.0.0.3', wrong), 401, 'invalid_client')
})

test('an unknown client and a wrong secret get the same response by the same path (threats row 61)', async () => {
  const right = scene.application.clientSecret
  const flipped = (index: number) => right.slice(0, index) + (right[index] === 'x' ? 'y' : 'x') + right.slice(index + 1)
  const attempts: Fields[] = [
    { ...refresh(), client_secret: flipped(0) },
    { ...refresh(), client_secret: flipped(right.length - 1) },
    { ...refresh(), client_secret: right.slice(1) },
    { ...refresh(), client_id: 'app_00000000000000000000' },
  ]
  await door.urlencoded(refresh())
  const answers: Answer[] = []
  const work: unknown[] = []
  for (const fields of attempts) {
    const job = async () => void answers.push(await door.urlencoded(fields))
    work.push(await countingCrypto(['hash', 'timingSafeEqual'], job))
  }
  for (const answer of answers) assertSameAnswer(answer, answers[0] as Answer)
  for (const done of work) assert.deepEqual(done, work[0])
  assert.deepEqual(work[0], { hash: 2, timingSafeEqual: 1 })
})
