/**
 * One operation for every field of a schema and for every input that can be named, generated: plain, by alias,
 * through a fragment, through an inline fragment behind a directive, with literals, variables and defaults.
 */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'

export interface GeneratedOperation {
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
}

type Field = GraphQLField<unknown, unknown>
type Input = GraphQLArgument | GraphQLInputField

/** A field, and the fields that lead to it from the root. */
interface Reached {
  readonly operation: 'query' | 'mutation'
  readonly trail: readonly Field[]
  readonly field: Field
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1.5,
  Boolean: true,
  DateTime: '2026-11-15T09:41:07Z',
  Date: '2026-11-15',
  Decimal: '1.00',
}

class EnumValue {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toJSON(): string {
    return this.name
  }
}

const sampleOf = (type: GraphQLInputType): unknown => {
  const named = getNamedType(type)
  const value = isEnumType(named)
    ? new EnumValue(named.getValues()[0]?.name ?? '')
    : isInputObjectType(named)
      ? requiredOf(Object.values(named.getFields()).filter(isRequiredInputField))
      : (SCALARS[named.name] ?? 'x')
  return isListType(getNullableType(type)) ? [value] : value
}

const requiredOf = (inputs: readonly Input[]): Record<string, unknown> =>
  Object.fromEntries(inputs.map((input) => [input.name, sampleOf(input.type)]))

const literal = (value: unknown): string => {
  if (value instanceof EnumValue) return value.name
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, item]) => `${name}: ${literal(item)}`)
    .join(', ')}}`
}

const argumentsText = (values: Readonly<Record<string, unknown>>): string => {
  const list = Object.entries(values).map(([name, value]) => `${name}: ${literal(value)}`)
  return list.length === 0 ? '' : `(${list.join(', ')})`
}

const call = (field: Field, more: Readonly<Record<string, unknown>> = {}): string =>
  `${field.name}${argumentsText({ ...requiredOf(field.args.filter(isRequiredArgument)), ...more })}`

const below = (field: Field): string => (isObjectType(getNamedType(field.type)) ? ' { __typename }' : '')

const wrap = ({ operation, trail }: Reached, innermost: string, head = ''): string =>
  `${operation}${head} ${trail.reduceRight((inner, field) => `{ ${call(field)} ${inner} }`, `{ ${innermost} }`)}`

/** Every field of every type, each by one of the shortest ways from a root. */
export const reachedFields = (schema: GraphQLSchema): Reached[] => {
  const reached: Reached[] = []
  const seen = new Set<GraphQLObjectType>()
  let front: { type: GraphQLObjectType; operation: Reached['operation']; trail: readonly Field[] }[] = []
  for (const operation of ['query', 'mutation'] as const) {
    const type = operation === 'query' ? schema.getQueryType() : schema.getMutationType()
    if (type) front.push({ type, operation, trail: [] })
  }
  while (front.length > 0) {
    const next: typeof front = []
    for (const { type, operation, trail } of front) {
      if (seen.has(type)) continue
      seen.add(type)
      for (const field of Object.values(type.getFields()) as Field[]) {
        reached.push({ operation, trail, field })
        const returned = getNamedType(field.type)
        if (isObjectType(returned)) next.push({ type: returned, operation, trail: [...trail, field] })
      }
    }
    front = next
  }
  return reached
}

const typeNameOf = (schema: GraphQLSchema, { operation, trail }: Reached): string => {
  const last = trail.at(-1)
  if (last) return getNamedType(last.type).name
  return (operation === 'query' ? schema.getQueryType() : schema.getMutationType())?.name ?? ''
}

const waysTo = (schema: GraphQLSchema, reached: Reached): GeneratedOperation[] => {
  const selected = `${call(reached.field)}${below(reached.field)}`
  const type = typeNameOf(schema, reached)
  return [
    wrap(reached, selected),
    wrap(reached, `other: ${selected}`, ' Named'),
    `${wrap(reached, '...F @include(if: false)')} fragment F on ${type} { ${selected} }`,
    wrap(reached, `... on ${type} @skip(if: true) { inner: ${selected} }`),
  ].map((text) => ({ text, variables: {} }))
}

/** What is given for an argument so that each input inside it is named once. */
const fillings = (type: GraphQLInputType, seen: ReadonlySet<unknown> = new Set()): unknown[] => {
  const named = getNamedType(type)
  const listed = (value: unknown) => (isListType(getNullableType(type)) ? [value] : value)
  if (isEnumType(named)) return named.getValues().map(({ name }) => listed(new EnumValue(name)))
  if (!isInputObjectType(named) || seen.has(named)) return [sampleOf(type)]
  return Object.values(named.getFields()).flatMap((field) =>
    fillings(field.type, new Set([...seen, named])).map((value) => {
      const base = requiredOf(Object.values(named.getFields()).filter(isRequiredInputField))
      return listed({ ...base, [field.name]: value })
    }),
  )
}

const namings = (reached: Reached, argument: GraphQLArgument): GeneratedOperation[] =>
  fillings(argument.type).flatMap((value) => {
    const withVariable = `${call(reached.field, { [argument.name]: new EnumValue('$v') })}${below(reached.field)}`
    return [
      {
        text: wrap(reached, `${call(reached.field, { [argument.name]: value })}${below(reached.field)}`),
        variables: {},
      },
      {
        text: wrap(reached, withVariable, `($v: ${argument.type})`),
        variables: { v: JSON.parse(JSON.stringify(value)) },
      },
      {
        text: wrap(reached, withVariable, `($v: ${getNullableType(argument.type)}! = ${literal(value)})`),
        variables: {},
      },
    ]
  })

export const operationsOf = (schema: GraphQLSchema): GeneratedOperation[] =>
  reachedFields(schema).flatMap((reached) => [
    ...waysTo(schema, reached),
    ...reached.field.args.flatMap((argument) => namings(reached, argument)),
  ])
