/** How long a file may take to arrive, and which part of one is asked for (threats rows 246, 247). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { MAX_FILE_PIECES } from '../../src/domain/limits.ts'
import type { Exchange } from '../../src/http/listening/exchange.ts'
import { TransferLanes } from '../../src/http/listening/transfer-lanes.ts'
import { type ArrivalLimits, arrivingFile } from '../../src/http/request/arriving-file.ts'
import { askedRange } from '../../src/http/request/byte-range.ts'

const HOUR = 3_600_000
let limits: ArrivalLimits
const admission = { onDisplaced: () => {}, bodyArrived: async () => {} } as unknown as Exchange['admission']

const server = createServer(async (req, res) => {
  try {
    const sizes: number[] = []
    for await (const block of arrivingFile({ req, admission }, limits)) sizes.push(block.length)
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
  limits = { idleMs: 50, totalMs: HOUR, blockBytes: 1000 }
  assert.match(await sent(() => () => {}), /No byte of the file came for 0.05 seconds: nothing was kept/)
})

test('a sender that goes on for ever, a byte at a time, is given up (threats row 247)', async () => {
  limits = { idleMs: HOUR, totalMs: 100, blockBytes: 1000 }
  const drip = (write: (text: string) => void) => {
    const timer = setInterval(() => write('b'), 5)
    return () => clearInterval(timer)
  }
  assert.match(await sent(drip), /The file took longer than 0.1 seconds: nothing was kept/)
})

test('a file of single bytes comes in blocks of one size, and the last as it is (threats row 271)', async () => {
  limits = { idleMs: HOUR, totalMs: HOUR, blockBytes: 1000 }
  const singly = (write: (text: string) => void, end: () => void) => {
    for (let left = 2499; left > 0; left--) write('c')
    end()
    return () => {}
  }
  assert.equal(await sent(singly), '1000 1000 500')
})

test('a file of more pieces than any client makes is refused (threats row 271)', async () => {
  limits = { idleMs: HOUR, totalMs: HOUR, blockBytes: 1000 }
  const many = (write: (text: string) => void) => {
    for (let left = MAX_FILE_PIECES; left > 0; left--) write('d')
    return () => {}
  }
  assert.match(await sent(many), /The file came in more than 200000 pieces: begin anew and send larger ones/)
})

test('places are counted per operator and in all, and given back once (threats row 247)', () => {
  const lanes = new TransferLanes({ places: 3, placesPerOperator: 2 })
  const refused = { code: 'temporarily_unavailable' }
  const leave = lanes.enter('a')
  lanes.enter('a')
  assert.throws(() => lanes.enter('a'), refused)
  lanes.enter('b')
  assert.throws(() => lanes.enter('c'), refused)
  leave()
  lanes.enter('c')
  assert.throws(() => lanes.enter('a'), refused)
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
