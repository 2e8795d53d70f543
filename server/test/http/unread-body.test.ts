/**
 * A client that is refused while still sending reads the refusal, even if the connection closes after it (threats row
 * 45).
 */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sendLines, sendRaw, statusIn } from '../support/raw-http.ts'
import { soon } from '../support/soon.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const LARGE = Buffer.alloc(10 * 1024 * 1024, 'x')

let server: TestServer
before(async () => {
  server = await startServer('sqlite')
  await server.operator('alpine')
})
after(() => server.close())

/** Sends everything before it listens, as many clients do, and asks for the connection to be closed. */
const postOnce = async (path: string, contentType: string): Promise<number> => {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: alpine.localhost',
    `Content-Type: ${contentType}`,
    `Content-Length: ${LARGE.length}`,
    'Connection: close',
  ]
  const socket = connect({ port: server.client.port, host: '127.0.0.1', allowHalfOpen: true }).pause()
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.write(LARGE, () => resolve())
  })
  return statusIn(await text(socket.resume()))
}

const REFUSALS: readonly [string, string, number][] = [
  ['/oauth2/code/token/', 'multipart/form-data; boundary=b', 413],
  ['/oauth2/code/token/', 'text/plain', 413],
  ['/access_token/refresh/', 'application/x-www-form-urlencoded', 413],
  ['/api/graphql/', 'application/json', 401],
  ['/nowhere/', 'application/json', 404],
]

for (const [path, contentType, status] of REFUSALS) {
  test(`a client that sends 10 MB of ${contentType} to ${path} always reads ${status}`, async () => {
    for (let round = 0; round < 3; round++) assert.equal(await postOnce(path, contentType), status)
  })
}

test('a refusal does not wait for a body that never arrives', async () => {
  const lines = ['POST /nowhere/ HTTP/1.1', 'Host: alpine.localhost', 'Content-Length: 5', 'Connection: close']
  assert.equal(statusIn(await sendRaw(server.client.port, `${lines.join('\r\n')}\r\n\r\n`)), 404)
})

/** Everything that the server sends until it closes the connection, while the client waits with its own end open. */
const heardUntilClosed = (head: readonly string[], { client }: TestServer): Promise<string> => {
  const socket = connect({ port: client.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return text(socket)
}

const answersIn = (heard: string): string[] => heard.match(/HTTP\/1\.1 \d{3}/g) ?? []

test('a client that is refused and never sends its body gets one answer, not a 408 after it', async () => {
  const head = ['POST /api/graphql/ HTTP/1.1', 'Host: alpine.localhost', 'Content-Length: 5']
  // The time to arrive has to be over before that of an idle connection.
  const hurried = await startServer('sqlite', undefined, null, { AIRSIDE_ARRIVAL_SECONDS: '2' })
  try {
    await hurried.operator('alpine')
    assert.deepEqual(answersIn(await heardUntilClosed(head, hurried)), ['HTTP/1.1 401'])
  } finally {
    await hurried.close()
  }
})

test('an expectation that cannot be met gets 417 with a body that says what can', async () => {
  const lines = ['POST /api/graphql/ HTTP/1.1', 'Host: alpine.localhost', 'Expect: 200-ok', 'Content-Length: 0']
  const answer = await sendLines(server.client.port, lines)
  assert.equal(statusIn(answer), 417)
  assert.match(answer, /"error":"expectation_failed".*100-continue/)
  assert.match(answer, /x-request-id: req_/i)
})

test('CONNECT gets 405 with the methods that exist', async () => {
  const answer = await sendLines(server.client.port, ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'])
  assert.equal(statusIn(answer), 405)
  assert.match(answer, /Allow: GET, HEAD, POST/)
  assert.match(answer, /"error":"method_not_allowed"/)
})

test('a connection that asked for a tunnel is closed, whatever still comes on it', async () => {
  const accepted: Socket[] = []
  const note = (message: unknown): void => void accepted.push((message as { socket: Socket }).socket)
  subscribe('net.server.socket', note)
  const socket = connect({ port: server.client.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.resume().write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
  socket.write(Buffer.alloc(900_000, 'x'))
  await soon(
    'the server closed its end',
    async () => accepted.length === 1 && accepted.every(({ destroyed }) => destroyed),
  )
  unsubscribe('net.server.socket', note)
  socket.destroy()
})

test('an HTTP/1.0 probe without a Host header gets the health check and nothing else', async () => {
  const probe = async (path: string) => statusIn(await sendRaw(server.client.port, `GET ${path} HTTP/1.0\r\n\r\n`))
  assert.deepEqual([await probe('/healthz'), await probe('/readyz'), await probe('/sign-in/')], [200, 200, 404])
})
