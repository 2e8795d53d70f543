/** Audit entries as sentences: no entry shows JSON, and an unknown action is still described. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLE_NAMES as SERVER_ROLE_NAMES } from '../../server/src/domain/identity/roles.ts'
import { detailValues, factsOf } from '../src/audit/detail-values.ts'
import { sentenceOf } from '../src/audit/sentences.ts'
import { ROLE_NAMES } from '../src/people/roles.ts'

const told = (action: string, detail: object): string => sentenceOf(action, detailValues(JSON.stringify(detail)))
const facts = (action: string, detail: object) => factsOf(action, detailValues(JSON.stringify(detail)))

test("a given and a removed role are described in sentences with the role's name", () => {
  const given = { email: 'b@a.example', before: ['OPS'], after: ['OPS', 'ADMIN'] }
  assert.equal(told('user.roles-changed', given), '{by} gave {about} the role Administrator')
  const removed = { before: ['ADMIN', 'OPS'], after: ['OPS'] }
  assert.equal(told('user.roles-changed', removed), '{by} removed the role Administrator from {about}')
})

test('a change of who a crew member is names both people', () => {
  const action = 'crew-member.user-changed'
  assert.equal(
    told(action, { code: 'WEB', before: 'm@a.example', after: 'b@a.example' }),
    '{by} made b@a.example crew member WEB instead of m@a.example',
  )
  assert.equal(
    told(action, { code: 'WEB', before: 'm@a.example', after: null }),
    '{by} ended that m@a.example is crew member WEB',
  )
})

test('a narrowing entry says by how much, and its details name the scopes', () => {
  const detail = { clientId: 'app_1', before: 'crew:read flight:read', after: 'flight:read' }
  assert.equal(told('grant.narrowed', detail), '{by} narrowed {about} by 1 scope')
  assert.deepEqual(facts('grant.narrowed', detail), [
    { name: 'Before', words: ['crew:read', 'flight:read'], isCode: true },
    { name: 'After', words: ['flight:read'], isCode: true },
  ])
})

test('a sign-in and a failed one are described with their means', () => {
  assert.equal(told('user.signed-in', { means: 'passkey' }), '{by} signed in with a passkey')
  const failed = told('user.sign-in-failed', { means: 'password' })
  assert.equal(failed, 'Somebody tried to sign in as {about} with a wrong password')
  const handed = { means: 'hand-over', account: 'unknown' }
  assert.equal(told('user.signed-in', handed), '{by} signed in with what the developer portal handed over')
  assert.match(told('user.sign-in-failed', handed), /a hand-over that was not valid$/)
})

test('what support did to the operator is described: a new name and a request that was looked up', () => {
  assert.equal(told('operator.renamed', { name: 'Merlin' }), 'Airside renamed this operator to Merlin')
  assert.equal(told('support.request-looked-up', {}), 'Airside support looked up a request')
})

test('nested values are described without braces, quotes or brackets', () => {
  const [fact] = facts('thing.done', { limits: { perHour: 3, list: ['a', 'b'] } })
  assert.deepEqual(fact, { name: 'Limits', words: ['Per hour: 3', 'List: a b'], isCode: false })
})

test('an unknown action and a detail that is no object are still described', () => {
  assert.equal(told('crew.sent-home', {}), '{by}: crew sent home, {about}')
  assert.deepEqual(factsOf('x', detailValues('plain text')), [{ name: 'Value', words: ['plain text'], isCode: false }])
})

test("the console and the server's pages use the same names of roles", () => {
  const names = Object.fromEntries(Object.entries(ROLE_NAMES).map(([role, { name }]) => [role, name]))
  assert.deepEqual(names, { ...SERVER_ROLE_NAMES })
})
