/** Hostile values in any field give a refusal or a result, never a server error (threats rows 44, 45). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { isForKeys, SCOPES } from '../../src/domain/scopes.ts'
import { multipart, part } from '../support/form-bodies.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { sendRaw, statusIn } from '../support/raw-http.ts'
import { placesIn, type SampleOperation, sampleOperations, withValueAt } from '../support/sample-operation.ts'
import { someOf, tries } from '../support/sampled.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const MEGABYTE = 'x'.repeat(900_000)

/** As JSON text, for some of them no JavaScript value would be written so. */
const HOSTILE: Readonly<Record<string, string>> = {
  NUL: '"a\\u0000b"',
  'a lone surrogate': '"\\ud800"',
  'half a pair': '"x\\udc00"',
  'right to left': '"\\u202egnissenkrad"',
  'a megabyte': JSON.stringify(MEGABYTE),
  'an array': '["a", ["b"]]',
  'an empty array': '[]',
  'an object': '{"a": {"b": 1}}',
  __proto__: '{"__proto__": {"polluted": true}, "constructor": {"prototype": {}}}',
  'the name __proto__': '"__proto__"',
  'the name constructor': '"constructor"',
  'a negative number': '-1',
  'beyond 32 bits': '2147483648',
  'below 32 bits': '-2147483649',
  'beyond 53 bits': '9007199254740993',
  '1e400': '1e400',
  'a fraction': '0.1',
  'a number of 400 digits': '9'.repeat(400),
  null: 'null',
  true: 'true',
  'an empty text': '""',
  'a blank text': '" "',
  'a quote': '"\' or 1=1 --"',
  'a date of no calendar': '"2026-02-30"',
  'the year zero': '"0000-01-01T00:00:00Z"',
  'the year 9999': '"9999-12-31T23:59:59Z"',
  emoji: '"👩‍✈️"',
}

const SENTINEL = '«hostile»'

for (const store of storesFor('errors')) {
  describe(`hostile input (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let token: string
    let operations: SampleOperation[]
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      operations = sampleOperations(server.app.schema)
      token = await at.accessToken(SCOPES.filter(isForKeys).join(' '))
    })
    after(() => server.close())

    const harmless = (answer: Answer, what: string): void => {
      assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.body.slice(0, 300)}`)
      assert.doesNotMatch(answer.body, /server_error/i, what)
      assert.equal(({} as Record<string, unknown>).polluted, undefined)
    }

    const send = (body: string): Promise<Answer> => {
      server.clock.advanceSeconds(1) // the bucket must not be what refuses
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      return server.client.ask(`${at.origin}/api/graphql/`, { method: 'POST', headers, body })
    }

    const renewToken = async (): Promise<void> => {
      token = await at.accessToken(SCOPES.filter(isForKeys).join(' '))
    }

    test('hostile values in any argument of any node, at any depth, cause no server error', async () => {
      const places = operations.flatMap((operation) =>
        placesIn(operation.variables).map((path) => ({ operation, path })),
      )
      assert.ok(places.length > 60, `${places.length} places`)
      const property = fc.asyncProperty(
        fc.constantFrom(...places),
        fc.constantFrom(...Object.entries(HOSTILE)),
        async ({ operation, path }, [what, value]) => {
          const variables = withValueAt(operation.variables, path, SENTINEL)
          const body = JSON.stringify({ query: operation.query, variables }).replace(`"${SENTINEL}"`, () => value)
          harmless(await send(body), `${what} in ${operation.name} at ${path.join('.')}`)
        },
      )
      await renewToken()
      await fc.assert(property, { numRuns: tries(400, 4) })
    })

    test('names of Object.prototype in a value that decides scopes cause no server error', async () => {
      await renewToken()
      for (const name of ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty']) {
        const query = 'query ($kinds: [EntityKind!]) { changeList(entityList: $kinds) { __typename } }'
        for (const kinds of [[name], name]) {
          harmless(await send(JSON.stringify({ query, variables: { kinds } })), `${name} as a variable`)
        }
        const literal = `{ changeList(entityList: [${name}]) { __typename } }`
        harmless(await send(JSON.stringify({ query: literal })), `${name} as a literal`)
      }
    })

    test('hostile literals in a query text cause no server error', async () => {
      await renewToken()
      const places = [
        (value: string) => `{ echo(text: ${value}) }`,
        (value: string) => `{ airportByCode(code: ${value}) { name } }`,
        (value: string) => `{ airportList(wildcard: ${value}, countryCode: ${value}) { name } }`,
        (value: string) => `{ contactList(wildcard: ${value}, page: {after: ${value}}) { nodeList { name } } }`,
        (value: string) => `{ airportList(first: ${value}, minRunwayFt: ${value}) { name } }`,
        (value: string) =>
          `mutation { contactCreate(input: {kind: OTHER, name: ${value}, email: ${value}}, idempotencyKey: ${value}) { userErrorList { code } } }`,
        (value: string) =>
          `mutation { contactUpdate(contactId: ${value}, expectedVersion: 1, input: {kind: OTHER, name: "a"}) { userErrorList { code } } }`,
        (value: string) =>
          `query ($v: String = ${value}) { echo(text: "a") contactList(wildcard: $v) { nodeList { name } } }`,
        (value: string) => `{ echo(text: "a") @include(if: ${value}) }`,
        (value: string) => `{ __type(name: ${value}) { name } }`,
      ]
      for (const place of places) {
        for (const [what, value] of someOf(Object.entries(HOSTILE), 4)) {
          const query = place(value.replaceAll(/\{"(\w+)":/g, '{$1:'))
          harmless(await send(JSON.stringify({ query })), `${what} in ${query.slice(0, 80)}`)
        }
      }
    })

    test('hostile values in any member of a query body cause no server error', async () => {
      await renewToken()
      for (const member of ['query', 'operationName', 'variables', 'extensions', '__proto__', 'unknown']) {
        for (const [what, value] of someOf(Object.entries(HOSTILE), 4)) {
          const answer = await send(`{"query": "{ __typename }", "${member}": ${value}}`)
          harmless(answer, `${what} in ${member}`)
        }
      }
    })

    test('hostile values in the key form, URL-encoded or multipart, cause no server error', async () => {
      // The forms of the grant have tests of their own.
      const forms: [path: string, fields: Record<string, string>][] = [
        ['/access_token/refresh/', { refresh_token: 'x' }],
      ]
      const texts = [
        '%00',
        '%ED%A0%80',
        '%E2%80%AEx',
        'x'.repeat(60_000),
        '-1',
        '1e400',
        '__proto__',
        '',
        '%',
        '%zz',
        '[object Object]',
        '\u00e9',
      ]
      const post = (path: string, type: string, body: string) =>
        server.client.ask(`${at.origin}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
      for (const [path, fields] of forms) {
        for (const name of Object.keys(fields)) {
          const others = Object.entries(fields).filter(([other]) => other !== name)
          const rest = others.map(([other, value]) => `${other}=${encodeURIComponent(value)}`).join('&')
          const parts = others.map(([other, value]) => part(other, value))
          const filePart = `Content-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\nx`
          const urlencoded = [
            ...texts.map((text) => `${name}=${text}`),
            `${name}[]=x`,
            `${name}=x&${name}=x`,
            `${name}[__proto__]=x`,
            name,
          ]
          for (const body of urlencoded) {
            harmless(
              await post(path, 'application/x-www-form-urlencoded', `${rest}&${body}`),
              `${path} ${body.slice(0, 40)}`,
            )
          }
          for (const piece of [filePart, part(name, '\0'), part(name, 'x'.repeat(60_000)), part('__proto__', 'x')]) {
            const answer = await post(path, 'multipart/form-data; boundary=b', multipart(...parts, piece))
            harmless(answer, `${path} multipart ${piece.slice(0, 60)}`)
            if (piece === filePart || piece.endsWith('\0')) assert.ok(answer.status >= 400, piece)
          }
        }
      }
    })
  })
}

describe('oversized and broken bodies (threats row 45)', () => {
  let server: TestServer
  let at: TestTenant
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
  })
  after(() => server.close())

  const FORMS = ['/access_token/refresh/', '/oauth2/code/token/']
  const post = (path: string, type: string, body: string | Uint8Array) =>
    server.client.ask(`${at.origin}${path}`, { method: 'POST', headers: { 'content-type': type }, body })

  test('10 MB, 5,000 parts, no boundary, duplicates, files and garbage get 4xx', async () => {
    const many = multipart(...Array.from({ length: 5000 }, (_, index) => part(`f${index}`, '')))
    const bodies: [type: string, body: string][] = [
      ['multipart/form-data; boundary=b', multipart(part('code', 'x'.repeat(10 * 1024 * 1024)))],
      ['application/x-www-form-urlencoded', `refresh_token=${'x'.repeat(10 * 1024 * 1024)}`],
      ['multipart/form-data; boundary=b', many],
      ['application/x-www-form-urlencoded', Array.from({ length: 5000 }, (_, index) => `f${index}=`).join('&')],
      ['multipart/form-data', multipart(part('code', 'x'))],
      ['multipart/form-data; boundary=b', multipart(part('code', 'x'), part('code', 'y'))],
      ['multipart/form-data; boundary=b', multipart(part('code', 'x')).slice(0, -10)],
      ['multipart/form-data; boundary=b', 'garbage'],
    ]
    for (const path of FORMS) {
      for (const [type, body] of bodies) {
        const { status } = await post(path, type, body)
        assert.ok(status >= 400 && status < 500, `${path} ${type} ${body.length}: ${status}`)
      }
    }
  })

  test('a body that does not match its Content-Length is refused or dropped, and the server keeps running', async () => {
    const head = [
      'POST /access_token/refresh/ HTTP/1.1',
      'Host: alpine.localhost',
      'Content-Type: application/x-www-form-urlencoded',
    ]
    const requests = [
      [...head, 'Content-Length: 100', 'Connection: close'],
      [...head, 'Content-Length: -5', 'Connection: close'],
      [...head, 'Content-Length: 5', 'Content-Length: 6', 'Connection: close'],
      [...head, 'Transfer-Encoding: chunked', 'Content-Length: 5', 'Connection: close'],
      [...head, 'Transfer-Encoding: gzip', 'Connection: close'],
    ]
    for (const lines of requests) {
      const answer = await sendRaw(server.client.port, `${lines.join('\r\n')}\r\n\r\nrefresh_token=x`)
      const status = statusIn(answer)
      assert.ok(
        Number.isNaN(status) || (status >= 400 && status < 500),
        `${lines.join(' | ')}: ${answer.slice(0, 200)}`,
      )
    }
    assert.equal((await server.client.ask(`${at.origin}/healthz`)).status, 200)
  })

  test('a Transfer-Encoding other than chunked is refused before anything is read (threats row 147)', async () => {
    const ask = async (...codings: string[]) => {
      const head = ['POST /healthz HTTP/1.1', 'Host: alpine.localhost', 'Connection: close']
      const lines = [...head, ...codings.map((coding) => `Transfer-Encoding: ${coding}`)]
      return statusIn(await sendRaw(server.client.port, `${lines.join('\r\n')}\r\n\r\n0\r\n\r\n`))
    }
    const plain = await ask('chunked')
    const stacked = [
      ['gzip, chunked'],
      ['identity, chunked'],
      ['chunked, chunked'],
      ['chunked', 'chunked'],
      ['gzip', 'chunked'],
    ]
    for (const codings of stacked) assert.equal(await ask(...codings), 400, codings.join(' | '))
    // The end of such a body is not known: the connection may be closed before the answer is read.
    for (const coding of ['identity', 'gzip', 'chunked, gzip']) {
      const status = await ask(coding)
      assert.ok(status === 400 || Number.isNaN(status), `${coding}: ${status}`)
    }
    assert.notEqual(plain, 400)
    assert.equal(await ask('Chunked'), plain)
  })
})
