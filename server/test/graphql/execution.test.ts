/**
 * Our executor gives the same response as graphql-js for every document: first or repeated, with literals or variables
 * (threats row 82). `npm run faults -- documents` compares many more.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSchema } from 'graphql'
import type { QueryContext } from '../../src/graphql/context.ts'
import { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { compareExecutions } from '../support/executor-comparison.ts'
import { prepareIn } from '../support/prepared-operation.ts'

test('300 random documents of the schema get the same response as from graphql-js', async () => {
  const outcomes = await compareExecutions({ firstSeed: 1, documents: 300, isHostile: false })
  assert.ok(outcomes.answered > 150, `most of them are valid: ${JSON.stringify(outcomes)}`)
})

test('100 broken documents get the same refusal or response as from graphql-js', async () => {
  const outcomes = await compareExecutions({ firstSeed: 1, documents: 100, isHostile: true })
  assert.ok(outcomes.refused > 30, `many of them are invalid: ${JSON.stringify(outcomes)}`)
})

test('an item that fails while another is pending leaves no unhandled rejection', async () => {
  const schema = buildSchema('type Query { list: [Item!] } type Item { name: String! }')
  const [fails, rejects] = [() => assert.fail('at once'), () => Promise.reject(new Error('later'))]
  const list = schema.getQueryType()?.getFields().list
  assert.ok(list)
  list.resolve = () => [{ name: rejects }, { name: fails }]
  const { operation, literals } = prepareIn(new OperationCache(schema), '{ list { name } }')
  const meter = new WorkMeter()
  const inputs = operation.inputsOf({}, literals, meter)
  // A rejection that nobody handles fails this file.
  const { data, errors } = await operation.run({} as QueryContext, inputs, operation.argumentsOf(inputs, meter), meter)
  assert.deepEqual(data, { list: null })
  assert.deepEqual(
    errors.map(({ cause, path }) => [cause.message, path]),
    [['at once', ['list', 1, 'name']]],
  )
})
