/** Compares our executor with graphql-js: equal data, and equal errors in any order. */
import assert from 'node:assert/strict'
import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { Failure } from '../../src/domain/failure.ts'
import type { QueryContext } from '../../src/graphql/context.ts'
import { VariableErrors } from '../../src/graphql/execution/variable-values.ts'
import { DocumentErrors } from '../../src/graphql/operation/checked-document.ts'
import type { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { placesIn } from '../../src/graphql/operation/text-places.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { prepareIn } from './prepared-operation.ts'
import type { RandomDocument } from './random-document.ts'

interface ToldError {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
  readonly locations?: unknown
}

interface Answered {
  /** Undefined where the request was refused before anything ran. */
  readonly data: unknown
  readonly errors: readonly ToldError[]
}

/** A bound of ours that graphql does not have; there is nothing to compare. */
class BeyondLimits extends Error {}

const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const ours = async (cache: OperationCache, { text, variables }: RandomDocument): Promise<Answered> => {
  try {
    const { operation, literals } = prepareIn(cache, text)
    const meter = new WorkMeter()
    const places = placesIn(meter, text, operation.text)
    const inputs = operation.inputsOf(variables, literals, meter)
    const args = operation.argumentsOf(inputs, meter)
    const { data, errors } = await operation.run({} as QueryContext, inputs, args, meter)
    const told = errors.map(({ cause, path, offsets }) => ({
      message: cause.message,
      path,
      locations: places(offsets),
    }))
    return { data: plain(data), errors: told }
  } catch (error) {
    if (error instanceof DocumentErrors || error instanceof VariableErrors)
      return { data: undefined, errors: error.errors }
    if (error instanceof Failure) throw new BeyondLimits(error.message)
    throw error
  }
}

const theirs = async (schema: GraphQLSchema, { text, variables }: RandomDocument): Promise<Answered> => {
  let result: ExecutionResult
  try {
    const document = parse(text)
    const errors = validate(schema, document)
    result = errors.length > 0 ? { errors } : await execute({ schema, document, variableValues: variables })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    result = { errors: [error] }
  }
  const { data, errors = [] } = result
  return { data: plain(data), errors: errors.map(({ message, path, locations }) => ({ message, path, locations })) }
}

/** The end of the path that is still in the data: where the value stands that became null. */
const nulledAt = (data: unknown, path: readonly (string | number)[]): number => {
  let value = data
  for (const [depth, key] of path.entries()) {
    if (value === null || value === undefined) return depth
    value = Object.entries(value).find(([name]) => name === String(key))?.[1]
  }
  return path.length
}

interface Nulled {
  readonly exact: string[]
  isPropagated: boolean
}

const byNulledPlace = ({ data, errors }: Answered): Map<string, Nulled> => {
  const places = new Map<string, Nulled>()
  for (const { message, path = [], locations } of errors) {
    const depth = nulledAt(data, path)
    const key = JSON.stringify(path.slice(0, depth))
    const place = places.get(key) ?? { exact: [], isPropagated: false }
    places.set(key, place)
    if (depth < path.length) place.isPropagated = true
    place.exact.push(JSON.stringify([message, path, locations]))
  }
  return places
}

/** Under a parent that became null, which of its errors is told is left to chance: one at least. */
const assertSameErrors = (one: Answered, other: Answered, text: string): void => {
  const [a, b] = [byNulledPlace(one), byNulledPlace(other)]
  assert.deepEqual([...a.keys()].sort(), [...b.keys()].sort(), `errors at other places: ${text}`)
  for (const [key, place] of a) {
    const against = b.get(key)
    if (place.isPropagated || against?.isPropagated) continue
    assert.deepEqual(place.exact.sort(), against?.exact.sort(), text)
  }
}

export type Outcome = 'answered' | 'refused' | 'beyond limits'

/** Runs the document in both, in ours as often as asked. */
export const assertSameExecution = async (
  schema: GraphQLSchema,
  cache: OperationCache,
  document: RandomDocument,
  runs: number,
): Promise<Outcome> => {
  const expected = await theirs(schema, document)
  try {
    for (let run = 0; run < runs; run++) {
      const answered = await ours(cache, document)
      assert.deepEqual(answered.data, expected.data, document.text)
      if (expected.data !== undefined) assertSameErrors(answered, expected, document.text)
      else assert.ok(answered.errors.length > 0, document.text)
    }
  } catch (error) {
    if (error instanceof BeyondLimits) return 'beyond limits'
    throw error
  }
  return expected.data === undefined ? 'refused' : 'answered'
}
