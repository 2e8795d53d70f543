import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type FailureCode, statusOf } from '../../src/domain/error-catalogue.ts'
import { Failure } from '../../src/domain/failure.ts'
import { MAX_TOKEN_BODY_BYTES } from '../../src/domain/limits.ts'
import { Admissions } from '../../src/http/listening/admission.ts'
import { ArrivingRequest } from '../../src/http/listening/arriving-request.ts'
import { MAX_DROPPED_BYTES } from '../../src/http/listening/dropped-rest.ts'
import { readBody } from '../../src/http/request/body.ts'
import { parseForm } from '../../src/http/request/forms/form.ts'
import { heldMemory } from '../support/held-memory.ts'

const admissions = new Admissions()
const MULTIPART = 'multipart/form-data; boundary=b'
const PART = '--b\r\nContent-Disposition: form-data; name="code"\r\n\r\nx\r\n'

/** Here the body is in the stream before it is read; at other paths it is handed over as it arrives. */
const READ_LATE = '/late'

/** How each request ended, in order: a failure's code, or `undefined`; also for clients that are gone. */
const outcomes: (FailureCode | undefined)[] = []

/** An endpoint that reads a form and answers with its fields, or with the status of what went wrong. */
async function answerForm(req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    if (req.url === READ_LATE) await new Promise((resolve) => setImmediate(resolve))
    const body = await readBody({ req, admission: admissions.begin(req, 'test') }, MAX_TOKEN_BODY_BYTES)
    const fields = parseForm(req.headers['content-type'], body, ['urlencoded', 'multipart'])
    outcomes.push(undefined)
    res.end(JSON.stringify(Object.fromEntries(fields)))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    outcomes.push(error.code)
    res.writeHead(statusOf(error.code)).end(error.code)
  }
  server.emit('answered')
}

const server = createServer({ IncomingMessage: ArrivingRequest }, (req, res) => void answerForm(req, res))
let port = 0

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
after(() => server.close())

const post = (body: Exclude<RequestInit['body'], undefined>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })

const requestHead = (...lines: string[]): string =>
  ['POST / HTTP/1.1', 'Host: a', `Content-Type: ${MULTIPART}`, ...lines, '', ''].join('\r\n')

async function dial(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function statusLine(socket: Socket): Promise<string> {
  const [first] = (await once(socket, 'data')) as [Buffer]
  return first.toString('latin1').split('\r\n', 1)[0] ?? ''
}

/** Sends `total` bytes as fast as the connection takes them; tells how many it took before it was closed. */
async function pour(socket: Socket, total: number): Promise<number> {
  const block = Buffer.alloc(64 * 1024, 'x')
  const chunk = Buffer.concat([Buffer.from(`${block.length.toString(16)}\r\n`), block, Buffer.from('\r\n')])
  let sent = 0
  while (sent < total && !socket.destroyed) {
    await new Promise<void>((written) => socket.write(chunk, () => written()))
    sent += block.length
  }
  return sent
}

describe('a form over a real connection', () => {
  test('a form is read in one piece and byte by byte', async () => {
    const form = new FormData()
    form.append('code', 'x')
    assert.deepEqual(await (await post(form)).json(), { code: 'x' })
    assert.deepEqual(await (await post(new URLSearchParams({ code: 'ü' }))).json(), { code: 'ü' })

    const socket = await dial()
    socket.write(requestHead('Transfer-Encoding: chunked'))
    for (const octet of `${PART}--b--`) socket.write(`1\r\n${octet}\r\n`)
    socket.write('0\r\n\r\n')
    assert.equal(await statusLine(socket), 'HTTP/1.1 200 OK')
    socket.destroy()
  })

  test('a form may be exactly as large as the limit, and no byte larger', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await post(`a=${'x'.repeat(MAX_TOKEN_BODY_BYTES - 2)}`, headers)).status, 200)
    assert.equal((await post(`a=${'x'.repeat(MAX_TOKEN_BODY_BYTES - 1)}`, headers)).status, 413)
  })

  test('a form that arrived before it is read is limited too', async () => {
    const late = (length: number): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${READ_LATE}`, {
        method: 'POST',
        body: `a=${'x'.repeat(length - 2)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    assert.equal((await late(MAX_TOKEN_BODY_BYTES)).status, 200)
    assert.equal((await late(MAX_TOKEN_BODY_BYTES + 1)).status, 413)
  })

  test('a compressed form is refused unread', async () => {
    const form = (encoding: string): Promise<Response> =>
      post('a=1', { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding })
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'unheard-of']) {
      assert.equal((await form(encoding)).status, 415, encoding)
    }
    assert.equal((await form('Identity')).status, 200)
  })

  test('a form with 5,000 parts, a file part, a doubled field or no boundary is refused', async () => {
    const form = (body: string): Promise<Response> => post(body, { 'content-type': MULTIPART })
    const few = Array.from(
      { length: 5000 },
      (_, index) => `--b\r\nContent-Disposition: form-data; name=${index}\r\n\r\n\r\n`,
    )
    assert.equal((await form(`${few.join('')}--b--`)).status, 413)
    assert.equal((await form(`${few.slice(0, 1000).join('')}--b--`)).status, 400)
    const file = new FormData()
    file.append('code', new Blob(['x']), 'code.txt')
    assert.equal((await post(file)).status, 400)
    assert.equal((await form(`${PART}${PART}--b--`)).status, 400)
    assert.equal((await post(`${PART}--b--`, { 'content-type': 'multipart/form-data' })).status, 400)
    assert.equal((await post('{}', { 'content-type': 'application/json' })).status, 415)
  })
})

describe('a body of 10 MB', { timeout: 30_000 }, () => {
  test('a 10 MB body is refused by its Content-Length before it is sent', async () => {
    const socket = await dial()
    socket.write(requestHead(`Content-Length: ${10 * 1024 * 1024}`))
    assert.equal(await statusLine(socket), 'HTTP/1.1 413 Payload Too Large')
    socket.destroy()
  })

  test('a 10 MB body is refused as soon as it passes the limit, while the client is sending', async () => {
    const socket = await dial()
    socket.write(requestHead('Transfer-Encoding: chunked'))
    await pour(socket, 2 * MAX_TOKEN_BODY_BYTES)
    assert.equal(await statusLine(socket), 'HTTP/1.1 413 Payload Too Large')
    socket.destroy()
  })

  test('a client reads the refusal of its 10 MB body and can use the connection again', async () => {
    const form = new FormData()
    form.append('code', 'x'.repeat(10 * 1024 * 1024))
    assert.equal((await post(form)).status, 413)

    const socket = await dial()
    socket.write(requestHead('Transfer-Encoding: chunked'))
    const refusal = statusLine(socket)
    await pour(socket, 10 * 1024 * 1024)
    assert.equal(await refusal, 'HTTP/1.1 413 Payload Too Large')
    const next = statusLine(socket)
    socket.write(`0\r\n\r\n${requestHead(`Content-Length: ${PART.length + 5}`)}${PART}--b--`)
    assert.equal(await next, 'HTTP/1.1 200 OK')
    socket.destroy()
  })

  test('a 10 MB body leaves almost nothing in memory, even while its request is open', async () => {
    const sockets = await Promise.all(Array.from({ length: 8 }, dial))
    const before = heldMemory().arrayBuffers
    for (const socket of sockets) socket.write(requestHead('Transfer-Encoding: chunked'))
    await Promise.all(sockets.map((socket) => pour(socket, 10 * 1024 * 1024)))
    const grown = heldMemory().arrayBuffers - before
    for (const socket of sockets) socket.destroy()
    assert.ok(grown < 2 * 1024 * 1024, `${grown} bytes are held of the 80 MB that were sent`)
  })

  test('a body that never ends is cut off', async () => {
    const socket = await dial()
    socket.resume().write(requestHead('Transfer-Encoding: chunked'))
    const sent = await pour(socket, 20 * MAX_DROPPED_BYTES)
    assert.ok(socket.destroyed && sent < 10 * MAX_DROPPED_BYTES, `${sent} bytes were taken`)
  })
})

describe('clients that disconnect', { timeout: 30_000 }, () => {
  test('a client that disconnects before its body is complete is not reported as a server error', async () => {
    const ways: [string, (socket: Socket) => void][] = [
      ['half-closes', (socket) => void socket.end()],
      ['closes', (socket) => void socket.destroy()],
      ['resets', (socket) => void socket.resetAndDestroy()],
    ]
    for (const [way, leave] of ways) {
      const socket = await dial()
      const [arrived, answered] = [once(server, 'request'), once(server, 'answered')]
      socket.write(`${requestHead('Content-Length: 1000')}${PART}`)
      await arrived
      leave(socket)
      await answered
      assert.equal(outcomes.at(-1), 'invalid_request', way)
      socket.destroy()
    }
  })

  test('a client that breaks the chunked framing ends only its own request', async () => {
    const socket = await dial()
    const answered = once(server, 'answered')
    socket.write(`${requestHead('Transfer-Encoding: chunked')}5\r\nhello\r\nnonsense\r\n`)
    assert.equal(await statusLine(socket), 'HTTP/1.1 400 Bad Request')
    await answered
    assert.equal(outcomes.at(-1), 'invalid_request')
    assert.equal((await post(new URLSearchParams({ code: 'x' }))).status, 200)
    socket.destroy()
  })
})
