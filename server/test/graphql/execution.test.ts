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
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { compareExecutions } from '../support/executor-comparison.ts'
import { prepareIn } from '../support/prepared-operation.ts'

test('300 random documents of the schema get the same response as from graphql-js', async () => {
  const outcomes = await compareExecutions({ firstSeed: 1, documents: 300, isHostile: false })
  // How many are valid changes with every field of the schema.
  assert.ok(outcomes.answered > 100, `enough of them are valid: ${JSON.stringify(outcomes)}`)
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

const longList = (items: readonly unknown[]) => {
  const schema = buildSchema('type Query { list: [Item!] } type Item { name: String }')
  const list = schema.getQueryType()?.getFields().list
  assert.ok(list)
  list.resolve = () => items
  const names = Array.from({ length: 100 }, (_, at) => `n${at}: name`).join(' ')
  const { operation, literals } = prepareIn(new OperationCache(schema), `{ list { ${names} } }`)
  const meter = new WorkMeter()
  const inputs = operation.inputsOf({}, literals, meter)
  return (context: Partial<QueryContext> = {}) =>
    operation.run(
      { tenant: { tenantId: 'a' }, ...context } as QueryContext,
      inputs,
      operation.argumentsOf(inputs, meter),
      meter,
    )
}

test('a short list is answered at once, a long one gives others a turn and is whole (threats row 266)', async () => {
  const short = longList([{ name: 'a' }, { name: 'b' }])()
  assert.ok(!(short instanceof Promise), 'a short list needs no promise')
  const items = Array.from({ length: 1_000 }, (_, at) => ({ name: `item ${at}` }))
  let turns = 0
  let isAnswered = false
  const countTurns = () => {
    turns++
    if (!isAnswered) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const { data, errors } = await longList(items)()
  isAnswered = true
  assert.ok(turns >= 9, `others had ${turns} turns during 100,000 members`)
  assert.deepEqual(errors, [])
  const answered = (data as { list: Record<string, string>[] }).list
  assert.deepEqual(
    answered.map(({ n0, n99 }) => [n0, n99]),
    items.map(({ name }) => [name, name]),
  )
})

test('a long list goes no further once its request is over (threats row 266)', async () => {
  let completed = 0
  const name = () => {
    completed++
    return 'a'
  }
  const lifetime = new EndableLifetime()
  setImmediate(() => lifetime.endBecause(new Error('over')))
  const { data, errors } = await longList(Array(1_000).fill({ name }))({ lifetime })
  assert.deepEqual(data, { list: null })
  assert.deepEqual(
    errors.map(({ cause }) => cause.message),
    ['over'],
  )
  assert.ok(completed < 50_000, `${completed} members were made`)
})
