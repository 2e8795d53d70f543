/** The rows of a new key's form are named in words, whatever scope is added to the catalogue. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForKeys, isOffered, SCOPES, scopeEntry } from '../../server/src/domain/scopes.ts'
import { areasOf } from '../src/api-keys/new-key/areas.ts'

test('every area that a key may be given has a name in words', () => {
  const catalogue = SCOPES.filter((scope) => isOffered(scope) && isForKeys(scope)).map((name) => ({
    ...scopeEntry(name),
    name,
    isForKeys: true,
  }))
  const raw = areasOf(catalogue as never).filter(({ name }) => !/^[A-Z]/.test(name))
  assert.deepEqual(raw, [])
})
