/**
 * Work on a document or on variables grows with what was sent, not with how often one part of it refers to another
 * (threats rows 122 to 124). Counted are steps and calls, never time.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type GraphQLEnumType, GraphQLInputObjectType, GraphQLString, isEnumType } from 'graphql'
import { Failure } from '../../src/domain/failure.ts'
import { MAX_BODY_VALUES, MAX_WORK_STEPS } from '../../src/domain/limits.ts'
import { coerceVariables, VariableErrors } from '../../src/graphql/execution/variable-values.ts'
import { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { buildSchema } from '../../src/graphql/schema.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { refuseManyValues } from '../../src/http/query/json-size.ts'
import { prepareIn } from '../support/prepared-operation.ts'

const repeated = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

const INTERVAL = 'interval: {from: "2026-11-15T00:00:00Z", to: "2026-11-16T00:00:00Z"}'
const LONG_LIST = `flightList(filter: {${INTERVAL}, statusList: [${'OPTION '.repeat(1_000)}]}) { pageInfo { hasMore } }`

const schema = buildSchema()

const stepsFor = (text: string, operationName: string | null = null): number => {
  const meter = new WorkMeter()
  prepareIn(new OperationCache(schema), text, operationName, meter)
  return meter.steps
}

describe('the work meter', () => {
  /** How often a value of the enum is read while the document is prepared. */
  const readingsOf = (text: string, operationName: string | null): number => {
    const type = schema.getType('FlightStatus')
    assert.ok(isEnumType(type))
    const read = type.parseLiteral
    let readings = 0
    type.parseLiteral = function (this: GraphQLEnumType, ...args: Parameters<typeof read>) {
      readings++
      return read.apply(this, args)
    }
    try {
      prepareIn(new OperationCache(schema), text, operationName)
    } finally {
      type.parseLiteral = read
    }
    return readings
  }

  test('a long list in a fragment that 200 operations spread is read as often as for one operation', () => {
    const spread = (operations: number) =>
      `${repeated(operations, (n) => `query q${n} { ...F }`)} fragment F on Query { ${LONG_LIST} }`
    assert.ok(readingsOf(spread(200), 'q7') <= readingsOf(spread(1), 'q0'))
    assert.ok(stepsFor(spread(200), 'q7') < stepsFor(spread(1), 'q0') + 200 * 60)
  })

  test('a long list in a field that is merged at 40 places is compared and kept once', () => {
    const merged = (places: number) =>
      `{ ${repeated(places, (n) => `a${n}: operator { ...A ...B }`)} l: ${LONG_LIST} ...L } fragment L on Query { l: ${LONG_LIST} }
       fragment A on Operator { baseList { name } } fragment B on Operator { baseList { iCAO } }`
    assert.ok(stepsFor(merged(40)) < stepsFor(merged(1)) + 40 * 200)
  })

  test('the second operation of a document is planned when it is asked for, and the first stays known', () => {
    const cache = new OperationCache(schema)
    const text = 'query A { operator { name } } query B { operator { operatorId } }'
    const first = prepareIn(cache, text, 'A').operation
    assert.equal(cache.find(text, 'B'), null)
    const second = prepareIn(cache, text, 'B').operation
    assert.equal(cache.find(text, 'A')?.operation, first)
    assert.equal(cache.find(text, 'B')?.operation, second)
    assert.throws(() => cache.find(text, 'C'), { kind: 'graphql_validation_failed' })
  })

  test('a document that was seen before takes no step', () => {
    const cache = new OperationCache(schema)
    const text = `{ ${LONG_LIST} }`
    prepareIn(cache, text)
    const meter = new WorkMeter()
    prepareIn(cache, text, null, meter)
    assert.equal(meter.steps, 0)
  })

  test('the meter refuses the step beyond the allowance, and counts it', () => {
    const meter = new WorkMeter()
    meter.step(MAX_WORK_STEPS)
    assert.throws(
      () => meter.over([1]),
      (error) => error instanceof Failure && error.code === 'limit_exceeded',
    )
    assert.equal(meter.steps, MAX_WORK_STEPS + 1)
  })

  test('a loop is counted before its first turn', () => {
    const meter = new WorkMeter()
    let turns = 0
    assert.throws(() => meter.map(Array(MAX_WORK_STEPS + 1).fill(0), () => turns++))
    assert.equal(turns, 0)
  })
})

describe('variables that do not fit', () => {
  const input = new GraphQLInputObjectType({ name: 'Input', fields: { text: { type: GraphQLString } } })
  const defined = [{ name: 'v', type: input, defaultValue: undefined, offset: 0 }]

  test('of 60,000 unknown fields inside a defined variable an error shows ten, formatted once', () => {
    let readings = 0
    const names = Array.from({ length: 60_000 }, (_, n) => [`unknown${n}`, n])
    const value = new Proxy(Object.fromEntries(names), {
      get: (target, name) => {
        readings++
        return target[name as string]
      },
    })
    assert.throws(
      () => coerceVariables(defined, { v: value }, new WorkMeter()),
      (error) => error instanceof VariableErrors && error.errors.every(({ message }) => message.length < 500),
    )
    assert.ok(readings < 100, `${readings} values were read`)
  })

  test('a text of a megabyte where an object, a number or a word is expected is cut before it is formatted', () => {
    const long = 'x'.repeat(1_000_000)
    for (const v of [long, [long], { text: { long } }, { text: [long] }, { [long]: 1 }]) {
      assert.throws(
        () => coerceVariables(defined, { v }, new WorkMeter()),
        (error) => error instanceof VariableErrors && error.errors.every(({ message }) => message.length < 1_000),
      )
    }
  })
})

describe('the JSON of a body', () => {
  const refused = (json: string): void =>
    assert.throws(
      () => refuseManyValues(Buffer.from(json)),
      (error) => error instanceof Failure && error.code === 'limit_exceeded',
    )

  test('more values than the limit are refused before they are parsed, whatever they are', () => {
    const count = MAX_BODY_VALUES + 1
    refused(`[${'{},'.repeat(count)}0]`)
    refused('['.repeat(count))
    refused(`{${'"":0,'.repeat(count)}}`)
    refused(`{"a":[${'1,'.repeat(count)}1]}`)
  })

  test('a long text with quotes, commas and brackets in it is one value', () => {
    const text = '\\",[{'.repeat(100_000)
    assert.doesNotThrow(() => refuseManyValues(Buffer.from(JSON.stringify({ a: text, b: '\\' }))))
  })
})
