/** Refusals as sentences: a form shows no name of a program, and each stands at its field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GraphFailure } from '../src/graph/failure.ts'
import { inWords, problemsByField, problemsOf } from '../src/graph/problems.ts'

const refused = (message: string, path: readonly string[]) =>
  new GraphFailure('refused', message, null, [{ message, path, field: path.at(-1) ?? null }])

test('the label of a field stands in place of its name', () => {
  const error = refused('seatCount is from 0 to 900', ['input', 'seatCount'])
  assert.deepEqual(problemsByField(error, { seatCount: 'Seats' }), { seatCount: 'Seats is from 0 to 900.' })
})

test('a field without a label is spelled out, and an address or a code stays what it is', () => {
  assert.equal(inWords('phoneNumber is a real number'), 'Phone number is a real number.')
  assert.equal(inWords('crewMemberId names nobody'), 'Crew member names nobody.')
  assert.equal(inWords('Use https://a.example/someThing.'), 'Use https://a.example/someThing.')
  assert.equal(inWords('OFF_BLOCK comes before takeOff'), 'OFF_BLOCK comes before take off.')
})

test('a refusal inside a list is told at the field of the list', () => {
  const error = refused('The same time twice', ['input', 'timeList', '2', 'at'])
  assert.deepEqual(problemsOf(error, { timeList: 'Times' }).atFields, [
    { field: 'timeList', label: 'Times', sentence: 'The same time twice.' },
  ])
})

test('a refusal that is about no field of the form is told above it', () => {
  const { atFields, others } = problemsOf(refused('Not now', ['expectedVersion']), { name: 'Name' })
  assert.deepEqual([atFields, others], [[], ['Not now.']])
})
