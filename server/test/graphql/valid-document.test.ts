/** The metered walk that decides whether a document is valid agrees with graphql's rules on random documents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareValidity } from '../support/validity-comparison.ts'

test('1,500 random documents, half of them broken, are valid for the walk where they are valid for graphql', () => {
  const { valid, invalid } = compareValidity({ firstSeed: 1, documents: 1_500 })
  assert.ok(valid > 400, `${valid} were valid`)
  assert.ok(invalid > 250, `${invalid} were invalid`)
})
