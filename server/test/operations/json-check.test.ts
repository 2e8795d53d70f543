/** What passes as JSON among uploads (threats row 314). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ContentCheck } from '../../src/domain/operations/documents/media-type.ts'
import { SeededRandom } from '../support/seeded-random.ts'

/** Looked at in pieces of a size, as it comes. */
const problemOf = (content: Buffer, piece = content.length): string | null => {
  const check = new ContentCheck('application/json')
  for (let at = 0; at < content.length; at += Math.max(1, piece))
    check.take(content.subarray(at, at + Math.max(1, piece)))
  return check.problem()
}

const parses = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object' && JSON.parse(text) !== null
  } catch {
    return false
  }
}

const SAMPLE = JSON.stringify({
  title: 'Ünïcode "quoted" \\ \u0007 \n',
  list: [1, -2.5, 1e9, 0, true, false, null, [], {}, [[{ a: '' }]]],
})

test('half a document, what hangs behind one, and what only begins like one is no JSON (threats row 314)', () => {
  for (const text of [
    '{"a":',
    '{"a":}',
    '{"a" 1}',
    '{a:1}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '[01]',
    '[1.]',
    '[tru]',
    '{"a":1]',
    '{"a":1}}',
    '{"a":1} x',
    '{}{}',
    '["\\x"]',
    '["\\u12g4"]',
    '["open]',
    '"text"',
    '7',
    '',
    '[',
    '{"a":1}<script>',
    '['.repeat(201) + ']'.repeat(201),
  ]) {
    assert.match(problemOf(Buffer.from(text)) ?? 'taken', /^The content is not JSON/, text)
  }
})

test('every document that JSON.parse takes is taken, in whichever pieces it comes', () => {
  for (const text of [
    SAMPLE,
    ` \n${SAMPLE}\t`,
    `\uFEFF${SAMPLE}`,
    '{}',
    '[]',
    '[1]',
    '['.repeat(200) + ']'.repeat(200),
  ]) {
    for (const piece of [1, 2, 3, 7, 1000]) assert.equal(problemOf(Buffer.from(text), piece), null, text)
  }
})

test('documents that differ from one by a letter are judged as JSON.parse does', () => {
  const seeded = new SeededRandom(81)
  const random = () => seeded.next()
  const letters = '{}[]",:\\ ntu0a1-.eE'
  for (let round = 0; round < 5_000; round++) {
    const at = Math.floor(random() * SAMPLE.length)
    const letter = letters[Math.floor(random() * letters.length)] ?? ''
    const text = SAMPLE.slice(0, at) + letter + SAMPLE.slice(at + Math.floor(random() * 2))
    assert.equal(problemOf(Buffer.from(text)) === null, parses(text), text)
  }
})
