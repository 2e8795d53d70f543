/** How long a file may take to arrive, and which part of one is asked for (threats rows 246, 247). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Exchange } from '../../src/http/listening/exchange.ts'
import { longArrivals } from '../../src/http/listening/long-arrivals.ts'
import type { Pace } from '../../src/http/listening/pace.ts'
import { TransferLanes } from '../../src/http/listening/transfer-lanes.ts'
import { type ArrivalLimits, arrivingFile } from '../../src/http/request/arriving-file.ts'
import { askedRange } from '../../src/http/request/byte-range.ts'

const HOUR = 3_600_000
const ANY: Pace = { bytesPerSecond: 1, graceMs: HOUR }
let limits: ArrivalLimits
const admission = { onDisplaced: () => {}, bodyArrived: async () => {} } as unknown as Exchange['admission']

const server = createServer(async (req, res) => {
  try {
    const sizes: number[] = []
    for await (const block of arrivingFile({ req, admission }, limits, new Promise(() => {}))) sizes.push(block.length)
    res.end(sizes.join(' '))
  } catch (error) {
    req.resume()
    res.end((error as Error).message)
  }
})
before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
after(() => server.close())

/** Sends a first piece and then what `more` gives; what the server says of it. */
const sent = async (more: (write: (text: string) => void, end: () => void) => () => void): Promise<string> => {
  const req = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method: 'PUT' })
  req.on('error', () => {})
  req.write('a')
  const stop = more(
    (text) => void req.write(text),
    () => void req.end(),
  )
  const [res] = await once(req, 'response')
  stop()
  let body = ''
  for await (const chunk of res) body += chunk
  req.destroy()
  return body
}

test('a sender that stops is given up (threats row 247)', async () => {
  limits = { idleMs: 50, totalMs: HOUR, pace: ANY, blockBytes: 1000 }
  assert.match(await sent(() => () => {}), /No byte of the file came for 0.05 seconds: nothing was kept/)
})

test('after a refused file the next request on its connection has the time of any other (threats row 247)', async () => {
  limits = { idleMs: 50, totalMs: HOUR, pace: ANY, blockBytes: 1000 }
  const agent = new Agent({ keepAlive: true })
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  const req = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method: 'PUT', agent })
  req.write('a')
  const [atServer] = await arrived
  const { socket } = atServer
  const closed = once(atServer, 'close')
  const [res] = await once(req, 'response')
  assert.equal(longArrivals.has(socket), true)
  req.end()
  res.resume()
  await closed
  assert.equal(longArrivals.has(socket), false)
  assert.equal(socket.destroyed, false)
  agent.destroy()
})

test('a sender that goes on for ever, a byte at a time, is given up (threats row 247)', async () => {
  limits = { idleMs: HOUR, totalMs: 100, pace: ANY, blockBytes: 1000 }
  const drip = (write: (text: string) => void) => {
    const timer = setInterval(() => write('b'), 5)
    return () => clearInterval(timer)
  }
  assert.match(await sent(drip), /The file took longer than 0.1 seconds: nothing was kept/)
})

test('a file of single bytes comes in blocks of one size, and the last as it is (threats row 271)', async () => {
  limits = { idleMs: HOUR, totalMs: HOUR, pace: ANY, blockBytes: 1000 }
  const singly = (write: (text: string) => void, end: () => void) => {
    for (let left = 2499; left > 0; left--) write('c')
    end()
    return () => {}
  }
  assert.equal(await sent(singly), '1000 1000 500')
})

test('a sender that trickles below the pace is given up long before its whole time (threats row 247)', async () => {
  limits = { idleMs: HOUR, totalMs: HOUR, pace: { bytesPerSecond: 1e6, graceMs: 100 }, blockBytes: 1000 }
  const drip = (write: (text: string) => void) => {
    const timer = setInterval(() => write('b'), 5)
    return () => clearInterval(timer)
  }
  assert.match(await sent(drip), /The file came more slowly than 1000000 bytes a second: nothing was kept/)
})

const lanesOf = (places: number, placesPerOperator: number) => {
  const lanes = new TransferLanes({ places, placesPerOperator })
  const ended: string[] = []
  /** Begins one; its name says whose it is: operator, holder and a number. */
  const enter = (name: string) => {
    const [tenantId = '', holder = ''] = name.split(' ')
    return lanes.enter({ tenantId, holder: `${tenantId} ${holder}`, giveUp: () => ended.push(name) })
  }
  return { enter, ended }
}
const REFUSED = { code: 'temporarily_unavailable' }

test('places are counted per operator and in all, and given back once (threats row 247)', () => {
  const { enter } = lanesOf(3, 2)
  const leave = enter('a key 1')
  enter('a key 2')
  assert.throws(() => enter('a key 3'), REFUSED)
  enter('b key 1')
  leave()
  leave()
  enter('c key 1')
  assert.throws(() => enter('d key 1'), REFUSED, 'nobody holds more than one')
})

test('one key that holds every place of its operator gives its oldest to another key (threats row 247)', () => {
  const { enter, ended } = lanesOf(100, 4)
  for (const number of [1, 2, 3, 4]) enter(`a greedy ${number}`)
  enter('a other 1')
  enter('a other 2')
  assert.deepEqual(ended, ['a greedy 1', 'a greedy 2'])
  assert.throws(() => enter('a other 3'), REFUSED, 'both hold as many')
})

test('operators that hold every place give some to one that holds none (threats row 247)', () => {
  const { enter, ended } = lanesOf(8, 4)
  for (const number of [1, 2, 3, 4]) for (const tenant of ['a', 'b']) enter(`${tenant} key ${number}`)
  enter('c key 1')
  assert.deepEqual(ended, ['a key 1'])
})

test('a range that is not one range of bytes asks for the whole, one beyond the end for nothing (threats row 246)', () => {
  const whole = [
    'bytes=',
    'bytes=-',
    'bytes=--1',
    'bytes=5-2',
    'bytes=0-1,2-3',
    `bytes=${'0-0,'.repeat(5000)}0-0`,
    'bytes=0-99999999999999999999',
    'bytes=1e3-',
    'bytes=0x1-',
    'bytes= 0-1',
    'BYTES=0-1',
    'bytes=0-1\u0000',
    'items=0-1',
  ]
  for (const header of whole) assert.equal(askedRange(header, 100), null, header.slice(0, 40))
  assert.equal(askedRange(undefined, 100), null)
  for (const header of ['bytes=100-', 'bytes=999999999999999-', 'bytes=-0'])
    assert.equal(askedRange(header, 100), 'none')
  assert.deepEqual(askedRange('bytes=-999999999999999', 100), { from: 0, to: 99 })
  assert.deepEqual(askedRange('bytes=99-99', 100), { from: 99, to: 99 })
})
