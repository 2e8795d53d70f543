/**
 * API keys and their tokens are never stored in plain text, cannot be guessed, and are unique (threats rows 60 to 62).
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { makeSecret, type SecretKind, secretKind } from '../../src/domain/secret.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createUser } from '../../src/services/identity/users.ts'
import type { Answer, Ask } from '../support/http-client.ts'
import { mistyped } from '../support/mistyped.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { assertSameAnswer } from '../support/same-answer.ts'
import { tries } from '../support/sampled.ts'
import { runCommand, startServerProcess } from '../support/server-process.ts'
import { statementsDuring } from '../support/statements.ts'
import { storeDump } from '../support/store-dump.ts'
import { preparedPlace, startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const PASSWORD = 'a planted password of a person'

/** The random part of the secret. */
const markOf = (secret: string): string => secret.replace(/^air_\w+?_\w+?_/, '').slice(0, 24)

for (const store of storesFor('wording')) {
  describe(`planted secrets of a key (${store}, threats row 60)`, () => {
    let server: TestServer
    let at: TestTenant
    let secrets: readonly string[]
    const answers: Answer[] = []
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      const { refreshToken, apiKeyId } = await at.createKey()
      const token = (await at.refreshKey(refreshToken)).body
      const revoked = await at.createKey()
      secrets = [refreshToken, token, (await at.refreshKey(revoked.refreshToken)).body, revoked.refreshToken, PASSWORD]
      const person = { email: 'anna@alpine.example', name: 'Anna', surname: 'K', roles: ['ADMIN'], password: PASSWORD }
      await createUser(server.world.at(at.tenant), person, HOST)
      await at.query(token, '{ tokenInfo { scopeList } operator { name } }')
      await at.revokeKey(revoked.apiKeyId)
      for (const secret of secrets) await misplace(secret, token)
      await at.revokeKey(apiKeyId)
      await at.query(token, '{ __typename }')
    })
    after(() => server.close())

    const ask = async (path: string, given: Ask = {}): Promise<void> => {
      answers.push(await server.client.raw('alpine.localhost', path, { method: 'POST', ...given }))
    }

    /** Sends the secret in every place where it could be put by mistake. */
    const misplace = async (secret: string, token: string): Promise<void> => {
      const encoded = encodeURIComponent(secret)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      await ask('/access_token/refresh/', { headers: form, body: encoded })
      await ask('/access_token/refresh/', { headers: form, body: `${encoded}=${encoded}` })
      await ask('/access_token/refresh/', { headers: form, body: `refresh_token=${encoded}&${encoded}` })
      await ask('/access_token/refresh/', { headers: form, body: `refresh_token=${encoded}x` })
      await ask(`/access_token/refresh/?refresh_token=${encoded}`, { headers: form, body: `refresh_token=${encoded}` })
      await ask(`/access_token/refresh/${encoded}`, { headers: form })
      await ask(`/${encoded}/`)
      await ask('/api/graphql/', { headers: { authorization: encoded } })
      await ask('/api/graphql/', { headers: { authorization: `Bearer ${encoded}x` } })
      await ask('/api/graphql/', { headers: { authorization: `Basic ${encoded}` } })
      await ask('/api/graphql/', { headers: { ...json, accept: encoded }, body: '{}' })
      await ask('/api/graphql/', { headers: json, body: secret })
      await ask('/api/graphql/', { headers: json, body: JSON.stringify({ query: 1, operationName: secret }) })
      await ask('/api/graphql/', {
        headers: { ...json, 'user-agent': encoded, referer: `https://x/${encoded}` },
        body: '[]',
      })
      await ask('/api/graphql/', { headers: { ...json, host: `${encoded.toLowerCase()}.localhost` }, body: '{}' })
    }

    test('the logs contain no planted secret of a key', () => {
      const logged = server.logged.join('')
      assert.ok(server.logged.length > 50)
      for (const secret of secrets) assert.ok(!logged.includes(markOf(secret)), secret)
    })

    test('every log line is JSON with its request id', () => {
      for (const line of server.logged) assert.match(JSON.parse(line).requestId ?? 'req_none', /^req_/)
    })

    test("the store contains only hashes and the last four characters of a key's secrets", async () => {
      const dump = await storeDump(server)
      assert.match(dump, /api-key\.created/, 'this is the store')
      for (const secret of secrets) assert.ok(!dump.includes(markOf(secret)), secret)
      assert.ok(dump.includes(secrets[0]?.slice(-4) ?? '?'))
      assert.match(dump, /\$argon2id\$v=19\$/)
    })

    test("no refusal repeats a key's secret", () => {
      assert.ok(answers.length > 50)
      for (const { status, body, headers } of answers) {
        assert.ok(status >= 400 && status < 500, `${status} ${body}`)
        for (const secret of secrets) assert.ok(!(body + JSON.stringify(headers)).includes(markOf(secret)), body)
      }
    })
  })

  describe(`guessing (${store}, threats row 61)`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    /** The secret with one character of its random part changed, and a matching checksum. */
    const changed = (secret: string, position: number): string => {
      const body = [...secret.slice(12, -6)]
      body[position] = body[position] === 'A' ? 'B' : 'A'
      const bytes = body.map((character) => ALPHABET.indexOf(character))
      const kind = secretKind(secret) as SecretKind
      return makeSecret(kind, 'production', () => Uint8Array.from([...bytes, ...bytes]))
    }
    const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

    test('an unknown key and a key with its first or last character wrong get the same response by the same path', async () => {
      const { refreshToken } = await at.createKey()
      assert.equal(secretKind(changed(refreshToken, 0)), 'ak')
      assert.equal(changed(refreshToken, 0).slice(13, -6), refreshToken.slice(13, -6))
      const guesses = [makeSecret('ak', 'production', randomBytes), changed(refreshToken, 0), changed(refreshToken, 31)]
      const ways = []
      for (const guess of guesses) {
        await at.refreshKey(guess)
        let answer: Answer | undefined
        const statements = await statementsDuring(async () => {
          answer = await at.refreshKey(guess)
        })
        // The epoch's poll and the counting of use go their own way meanwhile.
        const ofTokens = statements.filter((statement) => statement.includes('refresh_token'))
        ways.push({ statements: ofTokens, answer: answer as Answer })
      }
      const [first, ...others] = ways
      assert.ok(first && first.statements.length > 0)
      for (const other of others) {
        assert.deepEqual(other.statements, first.statements)
        assertSameAnswer(other.answer, first.answer)
      }
    })

    test('an unknown access token and one with a wrong character get the same response by the same path', async () => {
      const token = await at.accessToken()
      const guesses = [makeSecret('at', 'production', randomBytes), changed(token, 0), changed(token, 31)]
      const answers = await Promise.all(guesses.map((guess) => at.query(guess, '{ __typename }')))
      for (const answer of answers) {
        assert.equal(answer.status, 401)
        assertSameAnswer(answer, answers[0] as Answer)
      }
    })

    test('a token with a wrong checksum is refused without a store read (threats row 62)', async () => {
      const { refreshToken } = await at.createKey()
      const token = (await at.refreshKey(refreshToken)).body
      /** Swaps two different neighbouring characters. */
      const swapped = (secret: string) => secret.replace(/(?<=^.{12,})(.)(?!\1)(.)/, '$2$1')
      await at.query(token, '{ __typename }')
      const sent = await statementsDuring(async () => {
        for (const wrong of [mistyped, swapped]) {
          assert.equal((await at.refreshKey(wrong(refreshToken))).status, 400)
          assert.equal((await at.query(wrong(token), '{ __typename }')).status, 401)
        }
      })
      assert.deepEqual(
        sent.filter((statement) => /refresh_token|access_token/.test(statement)),
        [],
      )
    })
  })
}

const GENERATED = tries(1_000_000, 20)

test(`${GENERATED} generated tokens contain no duplicate (threats row 62)`, () => {
  let pool = randomBytes(0)
  const pooledBytes = (count: number): Uint8Array => {
    if (pool.length < count) pool = randomBytes(1024 * 1024)
    const bytes = pool.subarray(0, count)
    pool = pool.subarray(count)
    return bytes
  }
  const seen = new Set<string>()
  for (let index = 0; index < GENERATED; index++) seen.add(makeSecret('at', 'production', pooledBytes))
  assert.equal(seen.size, GENERATED)
})

test('a secret has the format that scanners look for, and every character of it is significant', () => {
  for (const kind of ['at', 'rt', 'ak', 'ac', 'cs'] as const) {
    for (const [environment, mode] of [
      ['production', 'live'],
      ['sandbox', 'test'],
    ] as const) {
      const secret = makeSecret(kind, environment, randomBytes)
      assert.match(secret, new RegExp(`^air_${mode}_${kind}_[0-9A-Za-z]{38}$`))
      assert.equal(secretKind(secret), kind)
      for (let position = 0; position < secret.length; position++) {
        const wrong = secret[position] === 'a' ? 'b' : 'a'
        assert.equal(secretKind(secret.slice(0, position) + wrong + secret.slice(position + 1)), null, `at ${position}`)
      }
    }
  }
})

test('a server process logs one JSON object per line to standard error, without secrets', async (t) => {
  const place = await preparedPlace('sqlite')
  t.after(place.dispose)
  const tenant = ['--operator', 'alpine', '--environment', 'production', '--json']
  await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], place.environment)
  const key = JSON.parse(
    await runCommand(['api-key', 'create', '--label', 'L', '--scope', 'contact:read', ...tenant], place.environment),
  )
  const server = await startServerProcess(place.environment)
  const at = 'http://alpine.localhost'
  const token = (await server.client.form(`${at}/access_token/refresh/`, { refresh_token: key.refresh_token })).body
  await server.client.ask(`${at}/${token}/`)
  await server.client.ask(`${at}/api/graphql/?access_token=${token}`, { method: 'POST' })
  assert.equal(await server.stop(), 0)
  const lines = server.logged().trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line))
  assert.ok(entries.filter(({ requestId, status }) => requestId && status).length >= 3)
  for (const secret of [key.refresh_token, token]) assert.ok(!server.logged().includes(markOf(secret)))
  assert.ok(server.logged().includes('air_live_at_[redacted]'))
})
