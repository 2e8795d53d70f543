/** The token endpoint at the HTTP level: encodings, forms, errors and their formats (threats rows 10, 13, 45, 62). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addApplication, exchangeFields, GrantScene, refreshFields, type Tokens } from '../support/code-grant.ts'
import { mistyped } from '../support/mistyped.ts'
import { assertSameAnswer } from '../support/same-answer.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, type TestServer } from '../support/test-server.ts'
import {
  basic,
  ClientDoor,
  type ClientHeaders,
  type Fields,
  formDataOf,
  refusedWith,
  without,
} from '../support/token-requests.ts'

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
const own = () => basic(scene.application.clientId, scene.application.clientSecret)
const everyCharacter = (text: string) => text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)

describe('requests as stock clients send them', () => {
  for (const encoding of ['urlencoded', 'multipart'] as const) {
    test(`a ${encoding} refresh works with credentials in the body or by Basic`, async () => {
      const { clientId, clientSecret } = scene.application
      for (const [fields, headers] of [
        [refresh(), {}],
        [bare(), own()],
        [bare(), basic(everyCharacter(clientId), everyCharacter(clientSecret))],
        [bare(), basic(clientId.replaceAll('_', '%5F'), clientSecret.replaceAll('_', '%5f'))],
        [{ ...bare(), client_id: '', client_secret: '' }, own()],
      ] as [Fields, ClientHeaders][]) {
        const answer = await door[encoding](fields, headers)
        assert.equal(answer.status, 200, answer.body)
        assert.deepEqual([answer.headers['cache-control'], answer.headers.pragma], ['no-store', 'no-cache'])
        const { access_token, ...rest } = answer.json<Record<string, unknown>>()
        assert.match(String(access_token), /^air_live_at_[0-9A-Za-z]{38}$/)
        assert.deepEqual(rest, {
          token_type: 'Bearer',
          expires_in: 1800,
          refresh_token: tokens.refresh_token,
          scope: 'contact:read',
        })
      }
    })

    test(`a ${encoding} code exchange works`, async () => {
      const answer = await door[encoding](exchangeFields(scene.application, await scene.code()))
      assert.equal(answer.status, 200, answer.body)
    })
  }

  test('the token response reports how many active tokens are left', async () => {
    const fresh = await scene.connect()
    const answer = await scene.refresh(fresh.refresh_token)
    assert.match(String(answer.headers.ratelimit), /^"active-tokens";r=498;t=1(800|799)$/)
    assert.equal(answer.headers['ratelimit-policy'], '"active-tokens";q=500;w=1800')
  })
})

describe("the token endpoint's form", () => {
  test('a body of another media type gets 415', async () => {
    const body = JSON.stringify(refresh())
    for (const type of ['application/json', 'text/plain', 'application/xml', 'multipart/mixed; boundary=b', '']) {
      refusedWith(await door.post(type, body), 415, 'unsupported_media_type')
    }
    refusedWith(await door.urlencoded(refresh(), { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type')
  })

  test('a repeated field gets invalid_request with its name, in either encoding', async () => {
    for (const [name, value] of Object.entries(refresh())) {
      const urlencoded = new URLSearchParams(refresh())
      urlencoded.append(name, value)
      const multipart = formDataOf(refresh())
      multipart.append(name, value)
      for (const form of [urlencoded, multipart]) {
        refusedWith(await door.form(form), 400, 'invalid_request', new RegExp(`'${name}' is given more than once`))
      }
    }
  })

  test('a file in place of a text gets invalid_request', async () => {
    const form = formDataOf(without(refresh(), 'refresh_token'))
    form.append('refresh_token', new Blob([tokens.refresh_token]), 'token.txt')
    refusedWith(await door.form(form), 400, 'invalid_request', /text fields only/)
  })

  test('a body of more than 64 KB gets 413, in either encoding', async () => {
    const large = { ...refresh(), padding: 'x'.repeat(64 * 1024) }
    refusedWith(await door.urlencoded(large), 413, 'payload_too_large')
    refusedWith(await door.multipart(large), 413, 'payload_too_large')
  })

  test('a broken or foreign multipart body gets 4xx, and the endpoint keeps working (threats row 45)', async () => {
    const multipart = 'multipart/form-data; boundary=b'
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const whole = `${Object.entries(refresh())
      .map(([name, value]) => part(name, value))
      .join('')}--b--\r\n`
    assert.equal((await door.post(multipart, whole)).status, 200)
    for (const cut of [1, 10, 60, whole.length - 4]) {
      refusedWith(await door.post(multipart, whole.slice(0, cut)), 400, 'invalid_request')
    }
    refusedWith(await door.post('multipart/form-data', whole), 400, 'invalid_request', /boundary/)
    refusedWith(await door.post('multipart/form-data; boundary=other', whole), 400, 'invalid_request', /boundary/)
    const many = Array.from({ length: 500 }, (_, index) => part(`f${index}`, 'x')).join('')
    refusedWith(await door.post(multipart, `${many}--b--\r\n`), 400, 'invalid_request', /fields/)
    const huge = `${part('padding', 'x'.repeat(10 * 1024 * 1024))}--b--\r\n`
    refusedWith(await door.post(multipart, huge), 413, 'payload_too_large')
    assert.equal((await door.post(multipart, whole)).status, 200)
  })

  test('a missing or empty field is named', async () => {
    const exchange = exchangeFields(scene.application, 'x')
    for (const [fields, name] of [
      [refresh(), 'grant_type'],
      [refresh(), 'refresh_token'],
      [exchange, 'code'],
      [exchange, 'redirect_uri'],
    ] as const) {
      refusedWith(
        await door.urlencoded(without(fields, name)),
        400,
        'invalid_request',
        new RegExp(`^${name} is missing`),
      )
      refusedWith(
        await door.urlencoded({ ...fields, [name]: '' }),
        400,
        'invalid_request',
        new RegExp(`^${name} is missing`),
      )
    }
  })

  test('an unsupported grant type is refused', async () => {
    for (const grant_type of [
      'password',
      'client_credentials',
      'implicit',
      '__proto__',
      'constructor',
      'REFRESH_TOKEN',
    ]) {
      refusedWith(await door.urlencoded({ ...refresh(), grant_type }), 400, 'unsupported_grant_type')
    }
  })

  test('a malformed code verifier is refused', async () => {
    const exchange = exchangeFields(scene.application, await scene.code())
    for (const code_verifier of ['short', 'x'.repeat(129), `${'x'.repeat(43)} `, `${'x'.repeat(42)}é`]) {
      refusedWith(await door.urlencoded({ ...exchange, code_verifier }), 400, 'invalid_request', /code_verifier/)
    }
    assert.equal((await door.urlencoded(exchange)).status, 200)
  })
})

describe('refresh tokens at the token endpoint', () => {
  test('a refresh token of another kind or client, unknown or mistyped, gets the same refusal', async () => {
    const { refreshToken: key } = await scene.at.createKey('contact:read')
    const other = await addApplication(server, { name: 'Other' })
    const unknown = await scene.refresh(`${tokens.refresh_token.slice(0, -1)}`)
    refusedWith(unknown, 400, 'invalid_grant')
    for (const answer of [
      await scene.refresh(key),
      await scene.refresh(tokens.access_token),
      await scene.refresh(await scene.code()),
      await scene.refresh(scene.application.clientSecret),
      await scene.refresh('x'),
      await scene.token(refreshFields(other, tokens.refresh_token)),
    ]) {
      assertSameAnswer(answer, unknown)
    }
    refusedWith(await scene.at.refreshKey(tokens.refresh_token), 400, 'invalid_grant')
    assert.equal((await scene.refresh(tokens.refresh_token)).status, 200)
  })

  test('a mistyped or made-up refresh token or code is refused without a store read (threats row 62)', async () => {
    const code = await scene.code()
    await scene.refresh(tokens.refresh_token)
    const asked = await statementsDuring(async () => {
      for (const token of [mistyped(tokens.refresh_token), 'x', code]) {
        refusedWith(await scene.refresh(token), 400, 'invalid_grant')
      }
      for (const made of [mistyped(code), 'x', tokens.refresh_token]) {
        refusedWith(await scene.exchange(made), 400, 'invalid_grant')
      }
    })
    assert.deepEqual(asked, [])
    assert.equal((await scene.exchange(code)).status, 200)
  })

  test('a refresh narrows only to existing scopes that the token holds', async () => {
    for (const scope of ['no:such', ' ', 'contact:write', '__proto__', 'contact:read,contact:write']) {
      refusedWith(await scene.refresh(tokens.refresh_token, { scope }), 400, 'invalid_scope')
    }
    assert.equal((await scene.refresh(tokens.refresh_token, { scope: '' })).json().scope, 'contact:read')
  })
})
