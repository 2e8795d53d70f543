/** What the demo's applications and keys are said to have sent: texts that the graph takes, with the scopes that it asks. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { scopesOf } from '../../../sdk/src/scopes.ts'
import { DEMO_ADD_ONS } from '../../src/demo/data/add-ons.ts'
import { DEMO_KEY, OTHER_DEMO_KEYS } from '../../src/demo/data/keys.ts'
import { OPERATION_TEXTS } from '../../src/demo/data/operation-texts.ts'
import { PLANNED_PROVIDERS } from '../../src/demo/providers/providers.ts'
import { withoutLiterals } from '../../src/graphql/operation/hidden-literals.ts'

const SCHEMA = readFileSync(new URL('../../scopes.json', import.meta.url), 'utf8')

const plans = [
  ...DEMO_ADD_ONS.map(({ connected }) => connected?.use),
  ...[DEMO_KEY, ...OTHER_DEMO_KEYS].map(({ use }) => use),
  ...PLANNED_PROVIDERS.flatMap(({ applications }) => applications.map(({ use }) => use)),
].flatMap((plan) => plan ?? [])

const textOf = (name: string): string => OPERATION_TEXTS.get(name)?.text ?? assert.fail(`${name} has a text`)

test('every request of the demo has a text that the graph takes, and needs the scopes that the log says', () => {
  assert.ok(plans.length > 8)
  for (const { operations, refused } of plans) {
    for (const { name, scopes } of operations) {
      assert.deepEqual(scopesOf(textOf(name), SCHEMA).scopes, [...scopes].sort(), name)
    }
    assert.ok(scopesOf(textOf(refused.name), SCHEMA).scopes.includes(refused.lacks), refused.name)
  }
})

test('no text of the demo has a value that the request log would hide', () => {
  for (const { text } of OPERATION_TEXTS.values()) assert.equal(withoutLiterals(text), text)
})
