/** Only scopes that a node uses are offered, and who reported is offered to no key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForKeys, isGrantable, isOffered, SCOPES } from '../../src/domain/scopes.ts'
import { neededScopes } from '../../src/graphql/access-declaration.ts'
import { buildSchema } from '../../src/graphql/schema.ts'

test('the offered scopes are exactly those that a node needs and that can be granted', () => {
  const used = neededScopes(buildSchema())
  for (const scope of SCOPES) assert.equal(isOffered(scope), isGrantable(scope) && used.has(scope), scope)
})

test('no key holds who reported, nor what is a person’s own (threats row 361)', () => {
  const withheld = SCOPES.filter((scope) => isOffered(scope) && !isForKeys(scope))
  assert.deepEqual(
    withheld.filter((scope) => !scope.startsWith('own:')),
    ['safety:reporter:read'],
  )
})
