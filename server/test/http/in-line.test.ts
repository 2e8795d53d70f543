/** Requests that a client sends on one connection without waiting for answers (threats row 446). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
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

test('of more than a hundred that wait on one connection the rest is not answered, and it closes', async () => {
  const answers = await sent(server.client.port, get('/healthz').repeat(1_000), () => false)
  assert.equal(countOf(answers), 101)
  assert.equal(answers.toLowerCase().lastIndexOf('connection: close') > answers.lastIndexOf('HTTP/1.1 '), true)
})

test('of more than a hundred with a body that are answered at once the rest is not answered either', async () => {
  const post = 'POST /api/graphql/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}'
  const answers = await sent(server.client.port, post.repeat(1_000), () => false)
  assert.ok(countOf(answers) <= 110, `${countOf(answers)} answers`)
  assert.match(answers.slice(answers.lastIndexOf('HTTP/1.1 ')).toLowerCase(), /connection: close/)
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
  await sent((plain.address() as AddressInfo).port, get('/').repeat(20), (got) => countOf(got) === 20)
  isOver = true
  plain.close()
  assert.equal(begunAt.length, 20)
  assert.equal(new Set(begunAt).size, 20, `turns at which each began: ${begunAt}`)
})
