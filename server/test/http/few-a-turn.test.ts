/** Requests that come on many connections at once begin some in a turn of the loop (threats row 540). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { Admissions } from '../../src/http/listening/admission.ts'
import { inLaterTurn, takesPlace } from '../../src/http/listening/few-a-turn.ts'
import { afterThoseBefore, takesTurn } from '../../src/http/listening/in-line.ts'
import { startServer } from '../support/test-server.ts'

const CONNECTIONS = 200
/** As long as a turn may go on before the least number begins alone. */
const LONG_MS = 20

/** Which turn of the loop it is. */
const turnsOfLoop = () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return {
    now: () => turn,
    stop: () => {
      isOver = true
    },
  }
}

const most = (turns: readonly number[]) =>
  Math.max(
    ...Map.groupBy(turns, (turn) => turn)
      .values()
      .map(({ length }) => length),
  )

const busyFor = (ms: number): void => {
  for (const from = performance.now(); performance.now() - from < ms; );
}

type Answer = (req: IncomingMessage, res: ServerResponse, begun: () => void) => void

/** On so many connections these pieces, each at once; in which turn of the loop each request began. */
const begunInTurns = async (pieces: readonly string[], answer: Answer): Promise<number[]> => {
  const turns = turnsOfLoop()
  const begun: number[] = []
  const plain = createServer((req, res) => answer(req, res, () => begun.push(turns.now())))
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  const { port } = plain.address() as AddressInfo
  const sockets: Socket[] = []
  for (let at = 0; at < CONNECTIONS; at++) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    sockets.push(socket)
  }
  for (const piece of pieces) {
    for (const socket of sockets) socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await Promise.all(sockets.map(async (socket) => socket.readableLength > 0 || (await once(socket, 'readable'))))
  for (const socket of sockets) socket.destroy()
  plain.close()
  turns.stop()
  return begun
}

const inTurn = (req: IncomingMessage, res: ServerResponse, begin: () => void): void => {
  if (takesTurn(req.socket, res)) begin()
  else afterThoseBefore({ socket: req.socket, network: '' }, res, begin)
}

test('of requests on two hundred connections at once some begin in each turn of the loop, few where they take long', async () => {
  const quick = await begunInTurns(['GET / HTTP/1.1\r\nHost: a\r\n\r\n'], (req, res, begun) =>
    inTurn(req, res, () => {
      begun()
      res.end('.')
    }),
  )
  assert.equal(quick.length, CONNECTIONS)
  assert.ok(most(quick) <= 64, `${most(quick)} in one turn`)
  let count = 0
  const slow = await begunInTurns(['GET / HTTP/1.1\r\nHost: a\r\n\r\n'], (req, res, begun) =>
    inTurn(req, res, () => {
      begun()
      if (count++ === 0) busyFor(LONG_MS)
      res.end('.')
    }),
  )
  assert.equal(slow.length, CONNECTIONS)
  const first = Math.min(...slow)
  assert.ok(slow.filter((turn) => turn === first).length <= 16, `${slow.filter((turn) => turn === first).length}`)
})

test('of bodies that arrive at once, after their heads came one after another, some go on in each turn', async () => {
  const admissions = new Admissions()
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n'
  let heads = 0
  const answered = await begunInTurns([head, '{}'], (req, res, begun) =>
    inTurn(req, res, () => {
      heads++
      const admission = admissions.begin(req, '127.0.0.1')
      void admission.headArrived('/')
      req.resume().on('end', async () => {
        await admission.bodyArrived()
        begun()
        res.end('.')
        admission.end()
      })
    }),
  )
  assert.equal(heads, CONNECTIONS)
  assert.equal(answered.length, CONNECTIONS)
  assert.ok(most(answered) <= 64, `${most(answered)} in one turn`)
})

test('a network with many connections that wait lets another’s first one go next', async () => {
  const sockets = Array.from({ length: 100 }, () => ({}) as Socket)
  while (takesPlace({} as Socket));
  const order: string[] = []
  for (const socket of sockets) inLaterTurn('many', socket, () => order.push('many'))
  await new Promise<void>((resolve) =>
    inLaterTurn('one', {} as Socket, () => {
      order.push('one')
      resolve()
    }),
  )
  assert.deepEqual(order.slice(0, 2), ['many', 'one'])
  while (order.length < 101) await new Promise((resolve) => setImmediate(resolve))
})

test('a server answers all of three hundred connections that ask at once, with a body and without', async () => {
  const server = await startServer('sqlite')
  const form = 'POST /nowhere/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\na=b&c'
  const get = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const asked = Array.from({ length: 300 }, async (_, at) => {
    const socket = connect(server.client.port, '127.0.0.1').setEncoding('latin1')
    await once(socket, 'connect')
    socket.write(at % 2 ? form : get)
    const [answer] = (await once(socket, 'data')) as [string]
    socket.destroy()
    return answer.slice(9, 12)
  })
  const codes = await Promise.all(asked)
  assert.deepEqual(
    [codes.filter((code) => code === '200').length, codes.filter((code) => code === '404').length],
    [150, 150],
  )
  await server.close()
})
