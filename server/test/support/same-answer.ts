/** Compares two responses that must not differ except in what identifies each request (threats rows 16, 17, 61). */
import assert from 'node:assert/strict'
import type { Answer } from './http-client.ts'

const OWN = new Set(['x-request-id', 'date'])
const REQUEST_ID = /req_[0-9A-Za-z]+/g

const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
  body: body.replaceAll(REQUEST_ID, 'req_'),
})

export const assertSameAnswer = (one: Answer, other: Answer): void =>
  assert.deepEqual(comparable(one), comparable(other))
