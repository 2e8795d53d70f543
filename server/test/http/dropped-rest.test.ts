/**
 * What comes of a body after its request is answered is read at a pace, and not without end (threats rows 506 and 507).
 */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { MAX_DROPPED_BYTES } from '../../src/http/listening/dropped-rest.ts'
import { sendRaw, statusIn } from '../support/raw-http.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const BLOCK = Buffer.alloc(64 * 1024, 'x')
const CHUNK = Buffer.concat([Buffer.from(`${BLOCK.length.toString(16)}\r\n`), BLOCK, Buffer.from('\r\n')])
/** More than the systems of both sides hold on the way. */
const MAX_ON_THE_WAY = 16 * 1024 * 1024

let server: TestServer
/** The server's ends of connections. */
const accepted: Socket[] = []
const noteAccepted = (message: unknown): void => void accepted.push((message as { socket: Socket }).socket)

before(async () => {
  server = await startServer('sqlite')
  await server.operator('alpine')
  subscribe('net.server.socket', noteAccepted)
})
after(async () => {
  unsubscribe('net.server.socket', noteAccepted)
  await server.close()
})

const open = async (line: string, ...headers: string[]): Promise<Socket> => {
  const socket = connect(server.client.port, '127.0.0.1').resume()
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${[`${line} HTTP/1.1`, 'Host: alpine.localhost', ...headers].join('\r\n')}\r\n\r\n`)
  return socket
}

/** Sends until the connection is closed, or so many bytes are on their way; returns how many. */
const pour = async (socket: Socket, piece: Buffer, total: number): Promise<number> => {
  let sent = 0
  while (sent < total && !socket.destroyed) {
    await new Promise<void>((written) => socket.write(piece, () => written()))
    sent += piece.length
  }
  return sent
}

const ENDLESS: readonly (readonly [string, string, Buffer])[] = [
  ['GET /sign-in/', 'Content-Length: 1000000000000', BLOCK],
  ['POST /api/graphql/', 'Transfer-Encoding: chunked', CHUNK],
  ['POST /nowhere/', 'Transfer-Encoding: chunked', CHUNK],
  ['POST /sign-in/', 'Content-Length: 1000000000000', BLOCK],
]

for (const [line, framing, piece] of ENDLESS) {
  test(`a body without end of ${line} (${framing}) is cut off after its answer`, async () => {
    const socket = await open(line, framing)
    const sent = await pour(socket, piece, 2 * (MAX_DROPPED_BYTES + MAX_ON_THE_WAY))
    const isClosed = socket.destroyed
    socket.destroy()
    assert.ok(isClosed && sent < MAX_DROPPED_BYTES + MAX_ON_THE_WAY, `${sent} bytes were taken`)
  })
}

test('a new connection is answered before the refused bodies of thirty others are read', async () => {
  const body = Buffer.alloc(900_000, 'x')
  const readBefore = accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  const senders = await Promise.all(
    Array.from({ length: 30 }, () =>
      open('POST /api/graphql/', 'Content-Type: application/json', `Content-Length: ${body.length}`),
    ),
  )
  for (const sender of senders) sender.write(body)
  const probe = sendRaw(server.client.port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  assert.equal(statusIn(await probe), 200)
  const read = accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0) - readBefore
  for (const sender of senders) sender.destroy()
  assert.ok(read < 12 * 1024 * 1024, `${read} of ${30 * body.length} bytes were read first`)
})

test('a client that was refused with a large body is served on the same connection after it', async () => {
  const body = Buffer.alloc(900_000, 'x')
  const socket = await open('POST /nowhere/', `Content-Length: ${body.length}`)
  let heard = ''
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1')
  })
  socket.write(body)
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  assert.deepEqual(heard.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 404', 'HTTP/1.1 200'])
})
