/** The server's scope check and `scopesOf` agree on every node, for operations generated from the schema. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_SCOPES } from '../../server/src/domain/scopes.ts'
import { OperationCache } from '../../server/src/graphql/operation/operation-cache.ts'
import { buildSchema } from '../../server/src/graphql/schema.ts'
import { scopesText } from '../../server/src/graphql/scope-catalogue.ts'
import { WorkMeter } from '../../server/src/graphql/work-meter.ts'
import { prepareIn } from '../../server/test/support/prepared-operation.ts'
import { someOf } from '../../server/test/support/sampled.ts'
import { readScopes } from '../src/document/schema-scopes.ts'
import { scopesOf } from '../src/document/scopes-of.ts'
import { type GeneratedOperation, operationsOf, reachedFields } from './support/operations-of-schema.ts'

const schema = buildSchema()
const scopes = readScopes(scopesText(schema))
const generated = operationsOf(schema)
const operations = someOf(generated, 5)
const cache = new OperationCache(schema)

const gateSays = ({ text, variables }: GeneratedOperation) => {
  const { operation, literals } = prepareIn(cache, text)
  const meter = new WorkMeter()
  const inputs = operation.inputsOf(variables, literals, meter)
  return operation.gate.refusal(NO_SCOPES, inputs.variables, meter)?.needs ?? []
}

interface Need {
  readonly path: string
  readonly scopes: readonly string[]
}

const isAbove = (above: string, path: string): boolean => path === above || /^[.(]/.test(path.slice(above.length))

/** All that a path needs with everything above it: where a scope is told first, at the type or below, does not matter. */
const neededUpTo = (path: string, needs: readonly Need[]): string[] => {
  const leading = needs.filter((need) => path.startsWith(need.path) && isAbove(need.path, path))
  return [...new Set(leading.flatMap(({ scopes }) => scopes))].sort()
}

const agreeOn = (text: string, ours: readonly Need[], gates: readonly Need[]): void => {
  for (const { path } of [...ours, ...gates]) {
    assert.deepEqual(neededUpTo(path, ours), neededUpTo(path, gates), `${path} in ${text}`)
  }
}

describe('the gate and scopesOf', () => {
  test('the server and scopesOf agree on every node, path by path', () => {
    for (const operation of operations) {
      const ours = scopesOf(operation.text, scopes, { variables: operation.variables })
      agreeOn(operation.text, ours.needs, gateSays(operation))
      assert.deepEqual(ours.conditional, [])
    }
  })

  test('the generated operations cover every field, also those that need a scope', () => {
    assert.ok(generated.length > reachedFields(schema).length * 4)
    const needing = operations.filter((operation) => gateSays(operation).length > 0)
    assert.ok(needing.length > 50, `${needing.length} operations need a scope`)
  })

  test('scopesOf without variable values reports every scope that any values can require', () => {
    for (const operation of operations.filter(({ variables }) => 'v' in variables)) {
      const { needs, conditional } = scopesOf(operation.text, scopes)
      const foretold = new Set([...needs, ...conditional].flatMap(({ scopes }) => scopes))
      for (const { scopes } of gateSays(operation)) {
        for (const scope of scopes) assert.ok(foretold.has(scope), `${operation.text} needs ${scope}`)
      }
    }
  })
})
