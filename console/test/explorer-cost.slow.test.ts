/** The cost that the explorer tells before a query is sent is the cost that the server charges. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kind, parse } from 'graphql'
import { operationsOf } from '../../sdk/test/support/operations-of-schema.ts'
import type { QueryContext } from '../../server/src/graphql/context.ts'
import { OperationCache } from '../../server/src/graphql/operation/operation-cache.ts'
import { buildSchema } from '../../server/src/graphql/schema.ts'
import { scopesText } from '../../server/src/graphql/scope-catalogue.ts'
import { WorkMeter } from '../../server/src/graphql/work-meter.ts'
import { prepareIn } from '../../server/test/support/prepared-operation.ts'
import { readCostNumbers } from '../src/explorer/reading/cost-numbers.ts'
import { type Cost, costOf } from '../src/explorer/reading/cost-of.ts'

const schema = buildSchema()
const INTERVAL = '{from: "2026-11-15T00:00:00Z", to: "2026-11-16T00:00:00Z"}'
const FILTER = `{interval: ${INTERVAL}}`
const numbers = readCostNumbers(scopesText(schema))
const cache = new OperationCache(schema)

type Variables = Readonly<Record<string, unknown>>

const told = (text: string, variables: Variables): Cost => {
  const document = parse(text)
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  assert.ok(operation)
  return costOf({ schema, document, operation, variables, numbers })
}

/** Lists whose size is read from the reference data are not exact, and not compared. */
const charged = (text: string, variables: Variables): number => {
  const { operation, literals } = prepareIn(cache, text)
  const meter = new WorkMeter()
  const args = operation.argumentsOf(operation.inputsOf(variables, literals, meter), meter)
  return operation.cost(args, {} as QueryContext, meter)
}

test('the explorer and the server reckon the same cost for operations over every node', () => {
  const exact = operationsOf(schema).filter(({ text, variables }) => told(text, variables).isExact)
  for (const { text, variables } of exact) assert.equal(told(text, variables).amount, charged(text, variables), text)
  assert.ok(exact.length > 500, `${exact.length} operations were compared`)
})

test('the explorer reckons pages, fragments, aliases and lists of arguments as the server does', () => {
  const documents: readonly [string, Variables][] = [
    ['{ contactList(page: {first: 400}) { nodeList { name } } }', {}],
    ['query ($p: PageInput = {first: 7}) { contactList(page: $p) { nodeList { name } } }', {}],
    ['query ($p: PageInput) { contactList(page: $p) { nodeList { name } } }', { p: { first: 9 } }],
    ['{ a: contactList { nodeList { name } } b: contactList { nodeList { name } } }', {}],
    [
      `{ flightList(filter: ${FILTER}) { ...F } } fragment F on FlightPage { nodeList { crewList { position } ...G } } fragment G on Flight { crewList { crewMember { name } } }`,
      {},
    ],
    [
      `{ flightList(filter: {interval: ${INTERVAL}, statusList: [CONFIRMED, CANCELLED]}) { nodeList { flightNo } } }`,
      {},
    ],
    [
      'mutation { contactCreate(input: {kind: CLIENT, name: "A"}) { contact { contactId } userErrorList { message } } }',
      {},
    ],
    [`{ flightList(filter: ${FILTER}) @skip(if: true) { nodeList { flightNo } } }`, {}],
  ]
  for (const [text, variables] of documents) {
    assert.deepEqual(told(text, variables), { amount: charged(text, variables), isExact: true }, text)
  }
})

test('a cost that depends on the reference data or on the schema itself is shown as approximate', () => {
  assert.equal(told('{ countryList { name } }', {}).isExact, false)
  assert.equal(told('{ __schema { types { name } } }', {}).isExact, false)
})
