/** What every root field of all three graphs costs before it runs (ADR 109): nothing that takes work is free. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GraphQLField, type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { MAX_COST_PER_REQUEST, MAX_QUERY_ROOT_FIELDS, PASSWORD_COST } from '../../src/domain/limits.ts'
import type { QueryContext } from '../../src/graphql/context.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { mutationsOf } from '../support/mutations.ts'
import { prepareIn } from '../support/prepared-operation.ts'
import { sampleOf } from '../support/schema-walk.ts'

type Field = GraphQLField<unknown, unknown>

const { operator, portal, support } = graphs()
const GRAPHS: Readonly<Record<string, GraphQLSchema>> = { operator, portal, support }

const priceIn = (schema: GraphQLSchema, text: string): number => {
  const meter = new WorkMeter()
  const { operation, literals } = prepareIn(new OperationCache(schema), text)
  return operation.cost(
    operation.argumentsOf(operation.inputsOf({}, literals, meter), meter),
    {} as QueryContext,
    meter,
  )
}

/** A field with the arguments that it needs, and with these. */
const asked = ({ name, args, type }: Field, given: Readonly<Record<string, string>> = {}): string => {
  const list = args
    .filter((each) => each.name in given || String(each.type).endsWith('!'))
    .map((each) => `${each.name}: ${given[each.name] ?? sampleOf(each.type, undefined, each.name)}`)
  const below = isObjectType(getNamedType(type)) ? ' { __typename }' : ''
  return `${name}${list.length > 0 ? `(${list.join(', ')})` : ''}${below}`
}

/** The arguments and fields of inputs that are passwords, each as the argument that has it alone. */
const passwordsOf = ({ args }: Field): Record<string, string>[] =>
  args.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    if (/password/i.test(name)) return [{ [name]: '"correct horse battery"' }]
    if (!isInputObjectType(named)) return []
    const sample = sampleOf(type, undefined, name)
    return Object.keys(named.getFields())
      .filter((each) => /password/i.test(each))
      .map((each) => ({ [name]: sample.replace(/\}$/, `, ${each}: "correct horse battery" }`).replace('{ ,', '{') }))
  })

test('each password that a mutation of any graph is given costs what checking it takes (threats row 412)', () => {
  const taking: string[] = []
  for (const [graph, schema] of Object.entries(GRAPHS)) {
    for (const field of mutationsOf(schema)) {
      for (const password of passwordsOf(field)) {
        taking.push(field.name)
        const price = priceIn(schema, `mutation { ${asked(field, password)} }`)
        assert.ok(price >= PASSWORD_COST, `${field.name} of ${graph} costs ${price} with ${JSON.stringify(password)}`)
      }
    }
  }
  assert.ok(taking.length > 30, `${taking.length}: ${taking.join(' ')}`)
  assert.ok(taking.includes('webhookCreate') && taking.includes('memberInvite'), 'also in an input, also in the portal')
})

test('a password that is chosen is paid for beside the one that is checked', () => {
  const change = 'accountPasswordChange(currentPassword: "a", newPassword: "b") { __typename }'
  assert.ok(priceIn(operator, `mutation { ${change} }`) >= 2 * PASSWORD_COST)
  const many = Array.from(
    { length: MAX_QUERY_ROOT_FIELDS },
    (_, n) => `a${n}: accountPasskeyStart(currentPassword: "a") { __typename }`,
  )
  assert.ok(
    priceIn(operator, `mutation { ${many.join(' ')} }`) > MAX_COST_PER_REQUEST,
    'fifty are too much for one request',
  )
})
