import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FailureCode } from '../../src/domain/error-catalogue.ts'
import { Failure } from '../../src/domain/failure.ts'
import { basicCredentials } from '../../src/http/request/basic-auth.ts'
import { bearerToken } from '../../src/http/request/bearer.ts'

const PATH = '/api/graphql/'
const TOKEN = 'air_live_at_0123456789abcdefghijklmnopqrstuvwxyzABCDEF'

const authorization = (value: string): string[] => ['Host', 'alpha.localhost', 'Authorization', value]
const basic = (pair: string): string[] => authorization(`Basic ${Buffer.from(pair).toString('base64')}`)
const refusedWith = (code: FailureCode, act: () => unknown): void =>
  assert.throws(act, (error) => error instanceof Failure && error.code === code)

test('a bearer token is read in any letter case of header and scheme', () => {
  assert.equal(bearerToken(authorization(`Bearer ${TOKEN}`), PATH), TOKEN)
  assert.equal(bearerToken(['authorization', `bearer   ${TOKEN}`], PATH), TOKEN)
  assert.equal(bearerToken(['AUTHORIZATION', `BEARER ${TOKEN} `], `${PATH}?operationName=a`), TOKEN)
})

test('a request without a token or with another scheme reads as no token, not as an error', () => {
  assert.equal(bearerToken([], PATH), null)
  assert.equal(bearerToken(['Host', 'alpha.localhost', 'X-Authorization', `Bearer ${TOKEN}`], PATH), null)
  assert.equal(bearerToken(authorization('Basic YTpi'), PATH), null)
  assert.equal(bearerToken(authorization(`Bearer\t${TOKEN}`), PATH), null)
})

test('a doubled Authorization header is refused, even with equal values', () => {
  const twice = [...authorization(`Bearer ${TOKEN}`), 'authorization', `Bearer ${TOKEN}`]
  refusedWith('invalid_request', () => bearerToken(twice, PATH))
  refusedWith('invalid_request', () => basicCredentials([...basic('a:b'), ...basic('a:b')]))
})

test('a malformed bearer token is refused, and the refusal does not repeat it', () => {
  assert.equal(bearerToken(authorization('Bearer'), PATH), null, 'no token at all is no wrong one')
  assert.equal(bearerToken(authorization('Bearer  '), PATH), null)
  for (const token of ['two words', 'a,b', 'tökén', '"quoted"', '===', 'x'.repeat(64 * 1024)]) {
    const read = (): unknown => bearerToken(authorization(`Bearer ${token}`), PATH)
    refusedWith('invalid_token', read)
    assert.throws(read, (error: Error) => !error.message.includes(token))
  }
})

test('an API key or a refresh token that is sent as an access token is refused with what to do, and not repeated', () => {
  for (const [kind, name] of [
    ['ak', /the API key: exchange it/],
    ['rt', /the refresh token: exchange it/],
  ] as const) {
    const token = TOKEN.replace('_at_', `_${kind}_`)
    const read = (): unknown => bearerToken(authorization(`Bearer ${token}`), PATH)
    refusedWith('invalid_token', read)
    assert.throws(read, (error: Error) => name.test(error.message) && !error.message.includes(token))
  }
})

test('a token in the query string is refused, also with a percent-encoded name', () => {
  for (const query of [
    'access_token=x',
    'a=1&access_token=',
    'access%5Ftoken=x',
    'refresh_token=x',
    'client_secret=x',
  ]) {
    refusedWith('invalid_request', () => bearerToken(authorization(`Bearer ${TOKEN}`), `${PATH}?${query}`))
  }
})

test('Basic credentials are form-decoded, id and secret separately', () => {
  assert.deepEqual(basicCredentials(basic('app_1:air_live_cs_x')), { clientId: 'app_1', clientSecret: 'air_live_cs_x' })
  assert.deepEqual(basicCredentials(basic('app%5F1:a%3Ab+c')), { clientId: 'app_1', clientSecret: 'a:b c' })
  assert.deepEqual(basicCredentials(basic('app_1:a:b')), { clientId: 'app_1', clientSecret: 'a:b' })
  assert.equal(basicCredentials(['Host', 'alpha.localhost']), null)
})

test('unreadable Basic credentials fail client authentication', () => {
  const unreadable = [
    authorization('Basic'),
    authorization('Basic YTpi!'),
    authorization('Basic YTpiYw'),
    authorization('Basic YTpj YTpj'),
    authorization('Basic YTpiYx=='),
    authorization(`Bearer ${TOKEN}`),
    authorization(`Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`),
    basic('no colon'),
    basic(':secret'),
    basic('app_1:%'),
    basic('app_1:%ff'),
    basic('app_1:%00'),
    basic(`app_1:${'x'.repeat(64 * 1024)}`),
  ]
  for (const rawHeaders of unreadable) refusedWith('invalid_client', () => basicCredentials(rawHeaders))
})

test('any client id and secret pass through Basic unchanged', () => {
  const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
  const half = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(half, half, (id, clientSecret) => {
      const clientId = `c${id}`
      const read = basicCredentials(basic(`${encode(clientId)}:${encode(clientSecret)}`))
      assert.deepEqual(read, { clientId, clientSecret })
    }),
  )
})

test('any Authorization header gives a value or a Failure', () => {
  const scheme = fc.constantFrom('', 'Basic ', 'Bearer ', 'basic\t')
  const value = fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(scheme, value, fc.webPath(), (prefix, text, path) => {
      for (const read of [
        () => basicCredentials(authorization(prefix + text)),
        () => bearerToken(authorization(prefix + text), path),
      ]) {
        try {
          read()
        } catch (error) {
          assert.ok(error instanceof Failure)
        }
      }
    }),
  )
})
