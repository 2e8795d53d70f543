import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { type Admission, Admissions } from '../../src/http/listening/admission.ts'

const PATH = '/oauth/token/'
const OVERLOADED = { code: 'temporarily_unavailable', retryAfterSeconds: 1 }

const request = (admissions: Admissions, socket = new Socket()): Admission =>
  admissions.begin(new IncomingMessage(socket), '192.0.2.1')

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

test('a request is refused at once when the server has no room for more work', async () => {
  const admissions = new Admissions()
  fill(admissions)
  await assert.rejects(async () => request(admissions).headArrived(PATH), OVERLOADED)
})

test('a client that retries at once after a refusal waits, and is served if there is room by then', async () => {
  const admissions = new Admissions()
  const atWork = fill(admissions)
  const socket = new Socket()
  await assert.rejects(async () => request(admissions, socket).headArrived(PATH), OVERLOADED)
  const retried = request(admissions, socket).headArrived(PATH)
  let isOver = false
  const over = Promise.resolve(retried).finally(() => {
    isOver = true
  })
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  atWork.pop()?.end()
  await over
  assert.equal(admissions.isFull, true)
})

test('a client that retries at once after a refusal is refused again if there is still no room', async () => {
  const admissions = new Admissions()
  fill(admissions)
  const socket = new Socket()
  await assert.rejects(async () => request(admissions, socket).headArrived(PATH), OVERLOADED)
  await assert.rejects(async () => request(admissions, socket).headArrived(PATH), OVERLOADED)
})

test('a probe is answered when the server has no room for more work', () => {
  const admissions = new Admissions()
  fill(admissions)
  assert.equal(request(admissions).headArrived('/healthz'), undefined)
})
