/** The audit log in words: no entry shows JSON, and an action that nobody foresaw is still told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLE_NAMES as SERVER_ROLE_NAMES } from '../../server/src/domain/identity/roles.ts'
import { detailValues, factsOf } from '../src/audit/detail-values.ts'
import { sentenceOf } from '../src/audit/sentences.ts'
import { ROLE_NAMES } from '../src/people/roles.ts'

const told = (action: string, detail: object): string => sentenceOf(action, detailValues(JSON.stringify(detail)))
const facts = (action: string, detail: object) => factsOf(action, detailValues(JSON.stringify(detail)))

test('a role given and a role removed are sentences with the role’s one name', () => {
  const given = { email: 'b@a.example', before: ['OPS'], after: ['OPS', 'ADMIN'] }
  assert.equal(told('user.roles-changed', given), '{by} gave {about} the role Administrator')
  const removed = { before: ['ADMIN', 'OPS'], after: ['OPS'] }
  assert.equal(told('user.roles-changed', removed), '{by} removed the role Administrator from {about}')
})

test('narrowing says by how much, and its facts name the scopes', () => {
  const detail = { clientId: 'app_1', before: 'crew:read flight:read', after: 'flight:read' }
  assert.equal(told('grant.narrowed', detail), '{by} narrowed {about} by 1 scope')
  assert.deepEqual(facts('grant.narrowed', detail), [
    { name: 'Before', words: ['crew:read', 'flight:read'], isCode: true },
    { name: 'After', words: ['flight:read'], isCode: true },
  ])
})

test('nested values are told without braces, quotes or brackets', () => {
  const [fact] = facts('thing.done', { limits: { perHour: 3, list: ['a', 'b'] } })
  assert.deepEqual(fact, { name: 'Limits', words: ['Per hour: 3', 'List: a b'], isCode: false })
})

test('an unknown action and a detail that is no object are still told', () => {
  assert.equal(told('crew.sent-home', {}), '{by}: crew sent home, {about}')
  assert.deepEqual(factsOf('x', detailValues('plain text')), [{ name: 'Value', words: ['plain text'], isCode: false }])
})

test('the console and the server’s own pages call each role by the same name', () => {
  const names = Object.fromEntries(Object.entries(ROLE_NAMES).map(([role, { name }]) => [role, name]))
  assert.deepEqual(names, { ...SERVER_ROLE_NAMES })
})
