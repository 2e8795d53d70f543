/** The console is built apart from the server, so the limits that its forms repeat are compared here. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_LABEL_CHARACTERS } from '../../../console/src/api-keys/label.ts'
import { MAX_KEY_LABEL_CHARACTERS } from '../../src/domain/limits.ts'

test("the console's forms take a key's label of the length that the server takes", () => {
  assert.equal(MAX_LABEL_CHARACTERS, MAX_KEY_LABEL_CHARACTERS)
})
