import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { type Admission, Admissions } from '../../src/http/listening/admission.ts'

const PATH = '/oauth/token/'
const OVERLOADED = { code: 'temporarily_unavailable', retryAfterSeconds: 1 }

const request = (admissions: Admissions): Admission => admissions.begin(new IncomingMessage(new Socket()), '192.0.2.1')

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

test('a request that finds no room for a second is refused', async () => {
  const admissions = new Admissions()
  fill(admissions)
  await assert.rejects(async () => request(admissions).headArrived(PATH), OVERLOADED)
})

test('a probe is answered when the server has no room for more work', () => {
  const admissions = new Admissions()
  fill(admissions)
  assert.equal(request(admissions).headArrived('/healthz'), undefined)
})
