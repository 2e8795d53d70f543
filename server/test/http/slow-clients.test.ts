/** Clients that send half a request and wait do not use up the places of other clients (threats row 86). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { networkOf } from '../../src/http/listening/held-by-address.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const HALF_SENT = 1300
/** The number that the server keeps per address; it closes the oldest beyond it. */
const KEPT = 256
const HALF = 'POST /oauth2/code/token/ HTTP/1.1\r\nHost: alpine.localhost\r\nContent-Length: 100\r\n\r\ngrant_type='

let server: TestServer
let at: TestTenant
const sockets: Socket[] = []
before(async () => {
  server = await startServer('sqlite')
  at = (await server.operator('alpine')).production
})
after(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

const openHalfSent = async (): Promise<Socket> => {
  const socket = connect(server.client.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(HALF)
  return socket
}

test('1,300 half-sent bodies from one address block no other client, and the oldest get 408', async () => {
  const token = await at.accessToken()
  const answers: string[] = []
  const isRefused = Promise.withResolvers<void>()
  for (let index = 0; index < HALF_SENT; index++) {
    const socket = await openHalfSent()
    socket.on('data', (chunk: Buffer) => {
      answers.push(chunk.toString())
      if (answers.length === HALF_SENT - KEPT) isRefused.resolve()
    })
  }
  const health = await server.client.ask('http://alpine.localhost/healthz')
  const ready = await server.client.ask('http://alpine.localhost/readyz')
  const query = await at.query(token, '{ echo(text: "served") }')
  assert.deepEqual([health.status, ready.status, query.status], [200, 200, 200], query.body)
  await isRefused.promise
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.match(answer, /connection: close/i)
    assert.match(answer, /half sent/)
  }
})

test('addresses of one IPv6 network count as one, addresses of different networks separately', () => {
  assert.equal(networkOf('2001:db8:0:1::7'), networkOf('2001:db8:0:1:ffff:1:2:3'))
  assert.equal(networkOf('2001:db8::7'), networkOf('2001:db8:0:0:1::'))
  assert.notEqual(networkOf('2001:db8:0:1::7'), networkOf('2001:db8:0:2::7'))
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
})
