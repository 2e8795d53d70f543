import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { mock, test } from 'node:test'
import { type Admission, Admissions } from '../../src/http/listening/admission.ts'

const PATH = '/oauth/token/'
const OVERLOADED = { code: 'temporarily_unavailable', retryAfterSeconds: 1 }

const request = (admissions: Admissions, headers: Record<string, string> = {}): Admission => {
  const incoming = new IncomingMessage(new Socket())
  Object.assign(incoming.headers, headers)
  return admissions.begin(incoming, '192.0.2.1')
}
const BODY = { 'content-length': '5' }

/** As many requests at work as the server takes. */
const fill = (admissions: Admissions): Admission[] => {
  const atWork: Admission[] = []
  while (!admissions.isFull) {
    const admission = request(admissions)
    admission.headArrived(PATH)
    atWork.push(admission)
  }
  return atWork
}

test('a request that finds no room waits, and is served when there is', async () => {
  const admissions = new Admissions()
  const atWork = fill(admissions)
  const [first, second] = [request(admissions).headArrived(PATH), request(admissions).headArrived(PATH)]
  let isSecondIn = false
  const entered = Promise.resolve(second).then(() => {
    isSecondIn = true
  })
  atWork.pop()?.end()
  await first
  assert.equal(isSecondIn, false)
  assert.equal(admissions.isFull, true)
  atWork.pop()?.end()
  await entered
})

test('whoever waits for room is served before somebody who comes later', async () => {
  const admissions = new Admissions()
  const atWork = fill(admissions)
  const waiting = request(admissions).headArrived(PATH)
  atWork.pop()?.end()
  // Comes in the turn in which there is room, before the one that waits has heard of it.
  let isLaterIn = false
  const later = Promise.resolve(request(admissions).headArrived(PATH)).then(() => {
    isLaterIn = true
  })
  await waiting
  assert.equal(isLaterIn, false)
  atWork.pop()?.end()
  await later
})

test('a request whose body has arrived waits too, and is served before those whose body has not', async () => {
  const admissions = new Admissions()
  const early = request(admissions, BODY)
  early.headArrived(PATH)
  const atWork = fill(admissions)
  const order: string[] = []
  const head = Promise.resolve(request(admissions).headArrived(PATH)).then(() => order.push('head'))
  const body = Promise.resolve(early.bodyArrived()).then(() => order.push('body'))
  atWork.pop()?.end()
  atWork.pop()?.end()
  await Promise.all([head, body])
  assert.deepEqual(order, ['body', 'head'])
})

test('the room that a request waited for is kept for its body for a second, then another gets it', async () => {
  const admissions = new Admissions()
  const atWork = fill(admissions)
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const slow = request(admissions, BODY)
    const waits = slow.headArrived(PATH)
    atWork.pop()?.end()
    await waits
    const next = request(admissions).headArrived(PATH)
    mock.timers.tick(999)
    assert.equal(admissions.isFull, true)
    mock.timers.tick(1)
    await next
    const body = slow.bodyArrived()
    atWork.pop()?.end()
    await body
  } finally {
    mock.timers.reset()
  }
})

test('a request that finds no room for a second is refused', async () => {
  const admissions = new Admissions()
  fill(admissions)
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const refused = assert.rejects(async () => request(admissions).headArrived(PATH), OVERLOADED)
    mock.timers.tick(1_000)
    await refused
  } finally {
    mock.timers.reset()
  }
})

test('a probe is answered when the server has no room for more work', () => {
  const admissions = new Admissions()
  fill(admissions)
  assert.equal(request(admissions).headArrived('/healthz'), undefined)
})
