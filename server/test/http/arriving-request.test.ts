/**
 * A body handed over as it comes off the parser (ADR 106). It leans on what Node does inside, so every release of Node
 * that we run on is read once, and these tests run on it.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { ArrivingRequest, type BodyTaker } from '../../src/http/listening/arriving-request.ts'

/** Releases whose `_http_common`, `_http_incoming` and `_http_server` were read. */
const READ_RELEASES = [24, 26]

const told: string[] = []
const notes: BodyTaker = {
  took: (chunk) => told.push(chunk.toString()),
  ended: () => told.push('end'),
  broke: (cause) => told.push(`broke: ${(cause as NodeJS.ErrnoException)?.code}`),
}

type Take = (req: ArrivingRequest, res: ServerResponse) => void
let take: Take
const requests: ArrivingRequest[] = []

let onRefusal: (refusal: Error) => void
class ToldRequest extends ArrivingRequest {
  protected override refused(refusal: Error): void {
    onRefusal(refusal)
  }
}

const server = createServer({ IncomingMessage: ToldRequest }, (req, res) => {
  requests.push(req)
  take(req, res)
})
let port = 0
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
after(() => server.close())
beforeEach(() => {
  told.length = 0
  requests.length = 0
})

const dial = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket.setEncoding('latin1')
}

const post = (body: string): string => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** Reads until as many answers have come. */
const answers = async (socket: Socket, count: number): Promise<string> => {
  let text = ''
  while (text.split('HTTP/1.1 ').length <= count || !text.endsWith('.')) text += (await once(socket, 'data'))[0]
  return text
}

/** Hands the body over and answers when it is complete. */
const takeAndAnswer: Take = (req, res) => {
  let text = ''
  const isHanded = req.handTo({
    took: (chunk) => {
      text += chunk
      notes.took(chunk)
    },
    ended: () => {
      notes.ended()
      res.end(`${text}.`)
    },
    broke: notes.broke,
  })
  assert.ok(isHanded)
}

test('this release of Node was read for what handing over bodies leans on', () => {
  const release = Number.parseInt(process.versions.node, 10)
  const advice = `Read _http_common, _http_incoming and _http_server of Node ${release} for what ArrivingRequest uses, and add it here`
  assert.ok(READ_RELEASES.includes(release), advice)
})

test('a body that comes with its head is handed over before the listener of the request returns to the loop', async () => {
  take = takeAndAnswer
  const socket = await dial()
  socket.write(post('whole'))
  assert.match(await answers(socket, 1), /\r\n\r\nwhole\.$/)
  assert.deepEqual(told, ['whole', 'end'])
  socket.destroy()
})

test('pipelined requests are handed over one by one and answered in order', async () => {
  take = takeAndAnswer
  const socket = await dial()
  socket.write(post('one') + post('two') + post(''))
  const text = await answers(socket, 3)
  assert.ok(text.indexOf('one.') < text.indexOf('two.'))
  assert.deepEqual(told, ['one', 'end', 'two', 'end', 'end'])
  socket.destroy()
})

test('Node lets go of a request that was handed over once it is answered, and reads the next on the connection', async () => {
  take = takeAndAnswer
  const socket = await dial()
  for (const body of ['first', 'second']) {
    socket.write(post(body))
    await answers(socket, 1)
  }
  const connection = requests.at(-1)?.socket as unknown as { parser: { incoming: unknown } } | undefined
  assert.equal(connection?.parser.incoming, null)
  assert.ok(requests.every(({ readableEnded, destroyed }) => readableEnded && !destroyed))
  socket.destroy()
})

test('who waits for the end of a request that was handed over is told', async () => {
  let ended = 0
  take = (req, res) => {
    req.once('end', () => ended++)
    takeAndAnswer(req, res)
  }
  const socket = await dial()
  socket.write(post('x'))
  await answers(socket, 1)
  assert.equal(ended, 1)
  socket.destroy()
})

test('a body that the taker lets go of is read as a stream from there', async () => {
  take = (req, res) => {
    const isHanded = req.handTo({
      ...notes,
      took: (chunk) => {
        notes.took(chunk)
        req.letGo()
        req.on('data', (rest: Buffer) => told.push(`stream: ${rest}`))
        req.on('end', () => res.end('read.'))
      },
    })
    assert.ok(isHanded)
  }
  const socket = await dial()
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n4\r\nrest\r\n')
  socket.write('0\r\n\r\n')
  assert.match(await answers(socket, 1), /read\.$/)
  assert.deepEqual(told, ['first', 'stream: rest'])
  socket.destroy()
})

test('a body that has begun to arrive in the stream is not handed over', async () => {
  take = (req, res) => {
    setImmediate(() => {
      assert.equal(req.handTo(notes), false)
      req.resume().on('end', () => res.end('late.'))
    })
  }
  const socket = await dial()
  socket.write(post('early'))
  assert.match(await answers(socket, 1), /late\.$/)
  assert.deepEqual(told, [])
  socket.destroy()
})

test('a taker is told once where the client leaves before the end', async () => {
  const isTold = Promise.withResolvers<void>()
  take = (req) => {
    assert.ok(
      req.handTo({
        ...notes,
        broke: (cause) => {
          notes.broke(cause)
          isTold.resolve()
        },
      }),
    )
  }
  const socket = await dial()
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
  while (requests.length === 0) await once(server, 'request')
  socket.destroy()
  await isTold.promise
  assert.deepEqual(told, ['half', 'broke: ECONNRESET'])
})

test('pieces are counted after the answer too, when nobody reads them any more (threats row 417)', async () => {
  const isRefused = Promise.withResolvers<Error>()
  onRefusal = isRefused.resolve
  take = (_req, res) => void res.end('early.')
  const socket = await dial()
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  assert.match(await answers(socket, 1), /early\.$/)
  socket.write('1\r\na\r\n'.repeat(3_000))
  assert.match((await isRefused.promise).message, /in 2057 pieces/)
  socket.destroy()
})

test('a request that is answered before its body is read on, and the next on its connection served', async () => {
  take = (_req, res) => void res.end('early.')
  const socket = await dial()
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  assert.match(await answers(socket, 1), /early\.$/)
  socket.write(`${'1\r\na\r\n'.repeat(100)}0\r\n\r\n${post('next')}`)
  assert.match(await answers(socket, 1), /early\.$/)
  assert.deepEqual(
    requests.map(({ complete }) => complete),
    [true, true],
  )
  socket.destroy()
})
