/** Requests that a client sends on one connection without waiting for answers (threats rows 446 and 543). */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { afterThoseBefore, takesTurn } from '../../src/http/listening/in-line.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startServer('sqlite')
})
after(() => server.close())

/** All that comes back until the connection ends. */
const sent = async (port: number, text: string, isEnough: (answers: string) => boolean): Promise<string> => {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let answers = ''
  const over = new Promise<void>((resolve) => {
    socket.on('data', (piece: string) => {
      answers += piece
      if (isEnough(answers)) resolve()
    })
    socket.on('close', () => resolve())
  })
  socket.write(text)
  await over
  socket.destroy()
  return answers
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const countOf = (answers: string) => answers.split('HTTP/1.1 ').length - 1

test('requests sent at once on a connection are answered in order, a body among them', async () => {
  const form = 'POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\na=b&c'
  const answers = await sent(server.client.port, get('/healthz') + form + get('/healthz'), (got) => countOf(got) === 3)
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
})

/** How many requests Node takes apart meanwhile, in this process. */
const takenApart = async (job: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const note = () => {
    count++
  }
  subscribe('http.server.request.start', note)
  await job()
  unsubscribe('http.server.request.start', note)
  return count
}

const post = (body: string, length = body.length) =>
  `POST /api/graphql/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${body}`
const lastOf = (answers: string) => answers.slice(answers.lastIndexOf('HTTP/1.1 ')).toLowerCase()

test('of more than sixteen that wait on one connection the rest is neither taken apart nor answered, and it closes', async () => {
  let answers = ''
  const count = await takenApart(async () => {
    answers = await sent(server.client.port, get('/healthz').repeat(1_000), () => false)
  })
  assert.equal(countOf(answers), 17)
  assert.match(lastOf(answers), /connection: close/)
  assert.equal(count, 17)
})

test('of more than sixteen with a body that are answered at once the rest is not taken apart either', async () => {
  let answers = ''
  const count = await takenApart(async () => {
    answers = await sent(server.client.port, post('{}').repeat(1_000), () => false)
  })
  assert.ok(countOf(answers) <= 18, `${countOf(answers)} answers`)
  assert.match(lastOf(answers), /connection: close/)
  assert.ok(count <= 18, `${count} taken apart`)
})

test('the last that may wait is read to its end, which comes later', async () => {
  const socket = connect(server.client.port, '127.0.0.1').setEncoding('latin1')
  let answers = ''
  socket.on('data', (piece: string) => {
    answers += piece
    // Sixteen are answered; the seventeenth waits for the rest of its body.
    if (countOf(answers) === 16) socket.write('&c')
  })
  socket.write(get('/healthz').repeat(16) + post('a=b', 5).replace('/api/graphql/', '/nowhere/'))
  await once(socket, 'close')
  assert.equal(countOf(answers), 17)
  assert.match(lastOf(answers), /^http\/1\.1 404.*connection: close/s)
})

test('in one turn of the loop some hundred are put in line on all connections, and two on each beyond', async () => {
  const putInLine = (count: number) => {
    const socket = {} as Socket
    return Array.from({ length: count }, () => {
      const res = { socket: null, shouldKeepAlive: true, once: () => {} } as unknown as ServerResponse
      afterThoseBefore({ socket, network: '' }, res, () => {})
      return res.shouldKeepAlive
    })
  }
  const longLines = () =>
    Array.from({ length: 100 }, () => putInLine(10)).filter((line) => line.every((staysOpen) => staysOpen)).length
  assert.equal(longLines(), 28)
  assert.deepEqual(putInLine(2), [true, false])
  assert.deepEqual(putInLine(1), [true])
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(longLines(), 28)
})

test('others have a turn between two requests that were sent at once', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  const begunAt: number[] = []
  const plain = createServer((req, res) => {
    const begin = () => {
      begunAt.push(turns)
      res.end('.')
    }
    if (takesTurn(req.socket, res)) begin()
    else afterThoseBefore({ socket: req.socket, network: '' }, res, begin)
  })
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  setImmediate(count)
  await sent((plain.address() as AddressInfo).port, get('/').repeat(15), (got) => countOf(got) === 15)
  isOver = true
  plain.close()
  assert.equal(begunAt.length, 15)
  assert.equal(new Set(begunAt).size, 15, `turns at which each began: ${begunAt}`)
})
