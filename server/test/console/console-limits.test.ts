/** Compares the limits that the console's forms repeat with the server's, because the console is built separately. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_LABEL_CHARACTERS } from '../../../console/src/api-keys/label.ts'
import { MAX_KEY_LABEL_CHARACTERS } from '../../src/domain/limits.ts'

test("the console's forms allow a key label as long as the server does", () => {
  assert.equal(MAX_LABEL_CHARACTERS, MAX_KEY_LABEL_CHARACTERS)
})
