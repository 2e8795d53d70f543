/** The tickets of forms: they count for twelve hours, and between processes whose clocks differ a little. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { makeFormTicket, readFormTicket } from '../../src/domain/identity/form-ticket.ts'

const NOW = 1_800_000_000_000

test('a form made by a clock that is up to 60 seconds ahead is read; one from further ahead or too old is not', () => {
  const isRead = (seconds: number) => readFormTicket(makeFormTicket(NOW + seconds * 1000, randomBytes), NOW) !== null
  assert.deepEqual([isRead(60), isRead(0), isRead(-12 * 3600 + 1)], [true, true, true])
  assert.deepEqual([isRead(61), isRead(-12 * 3600)], [false, false])
})
