/** The query endpoint at the HTTP level (access-model §7; threats rows 40, 41, 43, 46). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { serverAudits } from 'graphql-http'
import { MAX_QUERY_BODY_BYTES } from '../../src/domain/limits.ts'
import type { Answer, Ask } from '../support/http-client.ts'
import { mistyped } from '../support/mistyped.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { sendLines, statusIn } from '../support/raw-http.ts'
import { assertSameAnswer } from '../support/same-answer.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'
const JSON_TYPE = { 'content-type': 'application/json' }

let server: TestServer
let at: TestTenant
let token: string
before(async () => {
  server = await startServer('sqlite')
  at = (await server.operator('alpine')).production
  token = await at.accessToken()
})
after(() => server.close())

const ask = (given: Ask, search = ''): Promise<Answer> =>
  server.client.ask(`${at.origin}/api/graphql/${search}`, {
    method: 'POST',
    ...given,
    headers: { authorization: `Bearer ${token}`, ...JSON_TYPE, ...given.headers },
  })

const codesOf = (answer: Answer): string[] =>
  answer.json<{ errors: { extensions: { code: string } }[] }>().errors.map(({ extensions }) => extensions.code)

describe('the audits of graphql-http (threats row 43)', () => {
  /** fetch ignores a Host header, so the audits are given one that connects to loopback and keeps it. */
  const fetchFn = async (_url: string, init: { method?: string; headers?: Record<string, string>; body?: string }) => {
    const { method = 'GET', headers = {}, body } = init
    const search = new URL(_url).search
    const answer = await server.client.ask(`${at.origin}/api/graphql/${search}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    })
    return new Response(answer.body, { status: answer.status, headers: answer.headers as Record<string, string> })
  }

  for (const audit of serverAudits({ url: 'http://alpine.localhost/api/graphql/', fetchFn })) {
    if (audit.name.startsWith('MAY')) continue
    test(audit.name, async () => {
      const result = await audit.fn()
      assert.equal(result.status, 'ok', 'reason' in result ? result.reason : '')
    })
  }
})

describe('requests other than one JSON query by POST (threats row 40)', () => {
  test('a GET is refused, with or without a query in the address', async () => {
    for (const search of ['', `?query=${encodeURIComponent(ECHO)}`]) {
      const answer = await ask({ method: 'GET' }, search)
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.allow, 'POST')
    }
  })

  test('a batch of queries is refused', async () => {
    for (const batch of [[], [{ query: ECHO }], [{ query: ECHO }, { query: ECHO }]]) {
      const answer = await ask({ body: JSON.stringify(batch) })
      assert.equal(answer.status, 400)
      assert.match(answer.body, /batching/)
    }
  })

  test('form bodies, other media types, other character sets and compressed bodies are refused', async () => {
    const form = new URLSearchParams({ query: ECHO }).toString()
    const refusals: [Record<string, string>, string][] = [
      [{ 'content-type': 'application/x-www-form-urlencoded' }, form],
      [{ 'content-type': 'multipart/form-data; boundary=b' }, `--b\r\n\r\n${ECHO}\r\n--b--`],
      [{ 'content-type': 'application/graphql' }, ECHO],
      [{ 'content-type': 'text/plain' }, JSON.stringify({ query: ECHO })],
      [{ 'content-type': 'application/json; charset=utf-16' }, JSON.stringify({ query: ECHO })],
      [{ 'content-encoding': 'gzip' }, 'x'],
    ]
    for (const [headers, body] of refusals) {
      const answer = await ask({ headers, body })
      assert.equal(answer.status, 415, JSON.stringify(headers))
      assert.deepEqual(codesOf(answer), ['UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  test('a body that is not a JSON object with a query is refused', async () => {
    const bodies = ['', '{', 'null', '1', '"x"', '{}', '{"query":1}', '{"query":null}', '{"query":["x"]}']
    const more = ['{"query":"x","variables":1}', '{"query":"x","variables":[]}', '{"query":"x","operationName":{}}']
    for (const body of [...bodies, ...more, '{"query":"x","extensions":1}', Buffer.from([0x7b, 0xff, 0x7d])]) {
      const answer = await ask({ body })
      assert.equal(answer.status, 400, String(body))
      assert.deepEqual(codesOf(answer), ['INVALID_REQUEST'])
    }
  })

  test('a body above 1 MB is refused', async () => {
    const body = JSON.stringify({ query: ECHO, extensions: { pad: 'x'.repeat(MAX_QUERY_BODY_BYTES) } })
    const answer = await ask({ body })
    assert.equal(answer.status, 413)
    assert.deepEqual(codesOf(answer), ['PAYLOAD_TOO_LARGE'])
    const fits = JSON.stringify({ query: ECHO, extensions: { pad: 'x'.repeat(MAX_QUERY_BODY_BYTES - 200) } })
    assert.equal((await ask({ body: fits })).status, 200)
  })
})

describe('status and media type of query responses', () => {
  const GRAPHQL = 'application/graphql-response+json'
  const wrong: [string, string][] = [
    ['{ echo(', 'GRAPHQL_PARSE_FAILED'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query A { __typename } query B { __typename }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query($n: Int!) { airportList(first: $n) { name } }', 'BAD_USER_INPUT'],
  ]

  test('document errors are 200 as application/json and 400 as application/graphql-response+json', async () => {
    for (const [query, code] of wrong) {
      const plain = await at.query(token, query, { accept: 'application/json' })
      assert.equal(plain.status, 200, query)
      assert.deepEqual(codesOf(plain), [code])
      const strict = await at.query(token, query, { accept: GRAPHQL })
      assert.equal(strict.status, 400, query)
      assert.match(String(strict.headers['content-type']), /^application\/graphql-response\+json/)
      assert.deepEqual(codesOf(strict), [code])
    }
  })

  test('authentication, scope, limit and size refusals are 4xx for both media types', async () => {
    const narrow = await at.accessToken('flight:read')
    const deep = `{ ${'a{'.repeat(40)}b${'}'.repeat(40)} }`
    for (const accept of ['application/json', GRAPHQL, '*/*']) {
      assert.equal((await at.query(null, ECHO, { accept })).status, 401)
      assert.equal((await at.query('air_live_at_x', ECHO, { accept })).status, 401)
      assert.equal((await at.query(narrow, '{ contactList { __typename } }', { accept })).status, 403)
      assert.equal((await at.query(token, deep, { accept })).status, 400)
    }
  })

  test('a client that accepts neither media type gets a refusal that names both', async () => {
    for (const accept of ['text/html', 'image/*', 'application/json;q=0']) {
      const answer = await at.query(token, ECHO, { accept })
      assert.equal(answer.status, 406, accept)
    }
  })
})

describe('the access token (threats row 46)', () => {
  const bearer = (value: string) => ask({ headers: { authorization: value }, body: JSON.stringify({ query: ECHO }) })

  /** RFC 9728 §5.1: where a client reads how to get a token. */
  const challenge = () => `Bearer resource_metadata="${at.origin}/.well-known/oauth-protected-resource/api/graphql/"`

  test('a request without an access token gets 401 with a bare challenge', async () => {
    const answer = await at.query(null, ECHO)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers['www-authenticate'], challenge())
    assert.deepEqual(codesOf(answer), ['MISSING_TOKEN'])
  })

  test('another authorization scheme gets a challenge without an error code (RFC 6750 §3.1)', async () => {
    const answer = await bearer(`Basic ${Buffer.from('a:b').toString('base64')}`)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers['www-authenticate'], challenge())
  })

  test('wrong, expired and unknown access tokens all get the same 401 invalid_token', async () => {
    for (const value of [`${token}x`, token.slice(0, -1), token.toLowerCase(), token.replace('_at_', '_rt_')]) {
      const answer = await bearer(`Bearer ${value}`)
      assert.equal(answer.status, 401, value)
      assert.match(
        String(answer.headers['www-authenticate']),
        /^Bearer error="invalid_token", .*resource_metadata="http/,
      )
      assert.deepEqual(codesOf(answer), ['INVALID_TOKEN'])
    }
  })

  test('malformed, doubled, empty and 64 KB access tokens get 4xx', async () => {
    const unknown = await bearer(`Bearer ${mistyped(token)}`)
    for (const value of [
      `Bearer ${token} ${token}`,
      'Bearer \u00e9',
      `Bearer "${token}"`,
      `Bearer ${'x'.repeat(300)}`,
    ]) {
      assertSameAnswer(await bearer(value), unknown)
    }
    for (const value of ['Bearer', 'Bearer ']) {
      const { status, headers } = await bearer(value)
      assert.deepEqual([status, headers['www-authenticate']], [401, challenge()], 'an empty token is none')
    }
    assert.equal((await bearer(`Bearer ${'x'.repeat(60 * 1024)}`)).status, 401)
    assert.equal((await bearer(`bearer ${token}`)).status, 200, 'the scheme has no letter case')
    const body = JSON.stringify({ query: ECHO })
    const head = ['POST /api/graphql/ HTTP/1.1', 'Host: alpine.localhost', 'Content-Type: application/json']
    const length = `Content-Length: ${body.length}`
    const one = `Authorization: Bearer ${token}`
    const { port } = server.client
    assert.equal(statusIn(await sendLines(port, [...head, length, one, one], body)), 400, 'doubled')
    const long = `Authorization: Bearer ${'x'.repeat(65 * 1024)}`
    const tooLong = await sendLines(port, [...head, length, long], body)
    assert.equal(statusIn(tooLong), 431)
    assert.match(tooLong, /^x-request-id: req_\w+\r$/im)
  })

  test('an access token in the address is refused, even beside a valid header, and is not repeated', async () => {
    for (const name of ['access_token', 'refresh_token']) {
      const answer = await ask({ body: JSON.stringify({ query: ECHO }) }, `?${name}=${token}`)
      assert.equal(answer.status, 400)
      assert.doesNotMatch(answer.body, /air_live_at_/)
    }
    const { refreshToken } = await at.createKey()
    const asked = await server.client.form(`${at.origin}/access_token/refresh/?refresh_token=${refreshToken}`, {
      refresh_token: refreshToken,
    })
    assert.equal(asked.status, 400)
    assert.doesNotMatch(asked.body, /air_live_/)
  })
})

describe('contents of error messages (threats row 41)', () => {
  const slips = [
    '{ ech(text: "hi") }',
    '{ echo(txt: "hi") }',
    '{ airportByCode(code: "ZRH") { nam } }',
    '{ contactList(kindList: [CLIEN]) { nodeList { name } } }',
    '{ contactList(page: {firs: 1}) { nodeList { name } } }',
    'query($k: ContactKin) { contactList(kindList: [$k]) { nodeList { name } } }',
    '{ echo(text: "hi") @includ(if: true) }',
    'fragment F on Contac { name } { ...F }',
    '{ ...Fragmen } fragment Fragment on Query { __typename }',
    'query($page: PageInput) { contactList(page: $page) { nodeList { name } } }',
  ]

  test('an error suggests no name, however close the guess', async () => {
    for (const query of slips) {
      for (const variables of [{}, { page: { firs: 1 } }, { k: 'CLIEN' }]) {
        const { body } = await at.query(token, query, { variables })
        assert.doesNotMatch(body, /did you mean/i, body)
      }
    }
    const { body } = await at.query(token, 'query($k: ContactKind!) { contactList(kindList: [$k]) { __typename } }', {
      variables: { k: 'CLIEN' },
    })
    assert.match(body, /BAD_USER_INPUT/)
    assert.doesNotMatch(body, /did you mean|"CLIENT"/i)
  })

  test('the error of an invalid date names its place in the text', async () => {
    const { body } = await at.query(token, '{ contactList(updatedSince: "noon") { __typename } }')
    const [error] = (JSON.parse(body) as { errors: { message: string; locations: unknown }[] }).errors
    assert.match(String(error?.message), /A DateTime is RFC 3339/)
    assert.deepEqual(error?.locations, [{ line: 1, column: 29 }])
  })

  test('an error contains no stack trace, file or statement, and its request id is in body and header', async () => {
    const first = '{ airportList(first: 1000) { name } }'
    for (const query of [...slips, '{', first, first, first]) {
      const answer = await at.query(token, query)
      assert.doesNotMatch(answer.body, /\bat .*:\d+:\d+|node_modules|\.ts\b|select |stacktrace|originalError/i)
      assert.match(String(answer.headers['x-request-id']), /^req_\w{8,}$/)
      if (answer.body.includes('"errors"')) assert.ok(answer.body.includes(String(answer.headers['x-request-id'])))
    }
  })
})

describe('operation types that the schema lacks', () => {
  const answers = async (query: string, operationName?: string) => {
    const body = JSON.stringify({ query, operationName })
    const asJson = await ask({ body, headers: { accept: 'application/json' } })
    const asGraphql = await ask({ body, headers: { accept: 'application/graphql-response+json' } })
    return [asJson, asGraphql] as const
  }

  test('a subscription is refused as invalid, and the message names the change feed', async () => {
    for (const query of ['subscription { x }', 'subscription { changeList { nodeList { entity } } }']) {
      const [asJson, asGraphql] = await answers(query)
      assert.equal(asJson.status, 200, asJson.body)
      assert.equal(asGraphql.status, 400, asGraphql.body)
      for (const answer of [asJson, asGraphql]) {
        assert.deepEqual(codesOf(answer), ['GRAPHQL_VALIDATION_FAILED'])
        assert.match(answer.body, /no subscriptions.*changeList/)
      }
    }
  })

  test('a document with a subscription is refused even if another of its operations is to run', async () => {
    const [answer] = await answers('query Q { echo(text: "hi") } subscription S { x }', 'Q')
    assert.equal(answer.status, 200)
    assert.deepEqual(codesOf(answer), ['GRAPHQL_VALIDATION_FAILED'])
  })
})
