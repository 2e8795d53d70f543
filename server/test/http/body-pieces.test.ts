/**
 * A sender chooses in how many pieces a body comes. Those of one byte take as long as a kilobyte that comes with others:
 * they are counted for every request from the first one, whoever reads them (threats row 417, ADR 216).
 */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { DocumentSender, PDF } from '../support/document-files.ts'
import { Integration } from '../support/integration.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const HOST = 'alpine.localhost'
const JSON_BODY = 'Content-Type: application/json'
const FORM_BODY = 'Content-Type: application/x-www-form-urlencoded'

let server: TestServer
let at: TestTenant
let token: string
before(async () => {
  server = await startServer('sqlite')
  at = (await server.operator('alpine')).production
  token = await at.accessToken()
})
after(() => server.close())

const headOf = (line: string, ...more: readonly string[]): string =>
  [`${line} HTTP/1.1`, `Host: ${HOST}`, 'Transfer-Encoding: chunked', ...more, '', ''].join('\r\n')

const inPieces = (pieces: readonly string[]): string =>
  `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`

const PROBE = `GET /healthz HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`

const isWhole = (said: string): boolean => {
  const last = said.slice(said.lastIndexOf('HTTP/1.1 '))
  const [head = '', body] = last.split('\r\n\r\n', 2)
  const isLast = /connection: close/i.test(head)
  return isLast && Buffer.byteLength(body ?? '') === Number(/content-length: (\d+)/i.exec(head)?.[1])
}

/** What the server says to a request and the one behind it, until it closes or says that it will. */
const heard = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: server.client.port, host: '127.0.0.1' }).setEncoding('utf8')
    let said = ''
    socket.on('data', (text) => {
      said += text
      if (isWhole(said)) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
    socket.write(request)
    socket.write(PROBE)
  })

const statusesIn = (said: string): number[] =>
  [...said.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** Far more than may come, so that what is behind them comes later than the refusal. */
const SINGLE_BYTES = inPieces(Array.from('a'.repeat(60_000)))
const EXTENDED = `${`1;${'e'.repeat(200)}\r\na\r\n`.repeat(20_000)}0\r\n\r\n`

for (const [name, head, body, status] of [
  ['a query without a token', () => headOf('POST /api/graphql/', JSON_BODY), SINGLE_BYTES, 401],
  [
    'a query with a token',
    () => headOf('POST /api/graphql/', JSON_BODY, `Authorization: Bearer ${token}`),
    SINGLE_BYTES,
    400,
  ],
  [
    'a query whose chunks have extensions',
    () => headOf('POST /api/graphql/', JSON_BODY, `Authorization: Bearer ${token}`),
    EXTENDED,
    400,
  ],
  ['the form of a token', () => headOf('POST /access_token/refresh/', FORM_BODY), SINGLE_BYTES, 400],
  ['the form of a page', () => headOf('POST /sign-in/', FORM_BODY, `Origin: http://${HOST}`), SINGLE_BYTES, 400],
  ['a page that reads no body', () => headOf('GET /sign-in/'), SINGLE_BYTES, 200],
  ['a probe', () => headOf('GET /healthz'), SINGLE_BYTES, 200],
  ['a path that leads nowhere', () => headOf('POST /nowhere/', FORM_BODY), SINGLE_BYTES, 404],
  ['an upload that does not exist', () => headOf('PUT /document-uploads/upl_x'), SINGLE_BYTES, 401],
] as const) {
  test(`${name} in tens of thousands of pieces is answered once, and nothing behind it on the connection is served`, async () => {
    const said = await heard(head() + body)
    assert.deepEqual(statusesIn(said), [status], said)
    if (status === 400 && said.includes('json'))
      assert.match(said, /The body came in 2057 pieces for its first 2057 bytes: send larger ones/)
  })
}

test('a file in single bytes is refused with words, long before it is complete', async () => {
  const sender = new DocumentSender(server.client, await Integration.of(at, 'document:read document:write'))
  const { upload } = await sender.by.did(sender.start(PDF))
  const said = await heard(headOf(`PUT ${upload.path}`, `Authorization: Bearer ${sender.by.token}`) + SINGLE_BYTES)
  assert.deepEqual(statusesIn(said), [400], said)
  assert.match(said, /The body came in 2057 pieces/)
})

test('the pieces of a query are charged, and where it is refused for them', async () => {
  const fresh = await at.accessToken()
  server.clock.standStill()
  const left = async () => JSON.parse((await at.query(fresh, '{ echo(text: "a") }')).body).extensions.cost.remaining
  await left()
  const [first, second] = [await left(), await left()]
  await heard(headOf('POST /api/graphql/', JSON_BODY, `Authorization: Bearer ${fresh}`) + SINGLE_BYTES)
  const third = await left()
  server.clock.moveOn()
  const charged = second - third - (first - second)
  assert.ok(charged >= 40, `${charged}`)
})

/** As programs send that write value by value, or line by line. */
test('a query that comes value by value is answered, and so is one that is flushed line by line', async () => {
  const query = JSON.stringify({ query: '{ echo(text: "served") }', variables: { names: Array(250).fill('abcd') } })
  const lines = JSON.stringify({ query: '{ echo(text: "served") }', variables: { a: 'x'.repeat(900_000) } })
  for (const pieces of [query.split(/(?=[,:{}[\]])/), Array.from(query), lines.match(/.{1,300}/g) ?? []]) {
    const head = headOf('POST /api/graphql/', JSON_BODY, `Authorization: Bearer ${token}`)
    const said = await heard(head + inPieces(pieces))
    assert.deepEqual(statusesIn(said), [200, 200], `${pieces.length} pieces: ${said}`)
    assert.match(said, /served/)
  }
})
