/**
 * The real schema with generated results: values, illegal nulls, errors and promises, decided by the field, its
 * arguments and its parent, so that two executors get the same.
 */
import {
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { buildSchema } from '../../src/graphql/schema.ts'
import { hashOf, SeededRandom } from './seeded-random.ts'

interface Made {
  readonly seed: number
}

const LEAVES: Readonly<Record<string, (random: SeededRandom) => unknown>> = {
  Int: (random) => random.below(2000) - 1000,
  Float: (random) => random.below(1000) / 8,
  Boolean: (random) => random.chance(0.5),
  ID: (random) => (random.chance(0.3) ? random.below(1000) : `id_${random.below(1000)}`),
  DateTime: (random) => 1_790_000_000_000 + random.below(1_000_000) * 1000,
}

const leaf = (type: GraphQLLeafType, random: SeededRandom): unknown => {
  // What the type cannot serialize.
  if (random.chance(0.01)) return { unfit: true }
  if (isEnumType(type)) return random.pick(type.getValues()).value
  return LEAVES[type.name]?.(random) ?? `text ${random.below(1000)} "\\ \u2028 é`
}

const madeValue = (type: GraphQLOutputType, random: SeededRandom): unknown => {
  if (isNonNullType(type)) return random.chance(0.005) ? null : madeValue(type.ofType, random)
  if (random.chance(0.05)) return random.chance(0.5) ? null : undefined
  if (isListType(type)) {
    if (random.chance(0.01)) return 'no list'
    const items = Array.from({ length: random.below(4) }, () => madeItem(type.ofType, random))
    return random.chance(0.1) ? new Set(items) : items
  }
  if (isLeafType(type)) return leaf(type, random)
  return { seed: random.below(2 ** 31) } satisfies Made
}

/**
 * graphql leaves promises behind when one item of a list throws while another is under way, and their rejections
 * unhandled. So where an item may not be null, all items come later, or nothing in them can.
 */
const madeItem = (type: GraphQLOutputType, random: SeededRandom): unknown => {
  const value = madeValue(type, random)
  if (!isNonNullType(type)) return settled(value, random)
  return isLeafType(type.ofType) ? value : Promise.resolve(value)
}

/** As it is, later, as an error, or later as an error. */
const settled = (value: unknown, random: SeededRandom): unknown => {
  const way = random.next()
  if (way < 0.01) return new Error(`made up ${random.below(1000)}`)
  if (way < 0.02) {
    const rejected = Promise.reject(new Error(`rejected ${random.below(1000)}`))
    // A list that fails before it comes to this item leaves it unread.
    rejected.catch(() => {})
    return rejected
  }
  return way < 0.2 ? Promise.resolve(value) : value
}

const resolverOf = (field: GraphQLField<unknown, unknown>) => (source: unknown, args: object) => {
  const seed = (source as Made | undefined)?.seed ?? 0
  const random = new SeededRandom(hashOf(`${seed} ${field.name} ${JSON.stringify(args)}`))
  if (random.chance(0.01)) throw new Error(`thrown by ${field.name}`)
  if (random.chance(0.002)) throw `no error object from ${field.name}`
  return settled(madeValue(field.type, random), random)
}

export const seededSchema = (): GraphQLSchema => {
  const schema = buildSchema()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) field.resolve = resolverOf(field)
  }
  return schema
}
