/** Builds for every root field of a schema an operation with all its arguments and a plausible value for each. */
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'

export interface SampleOperation {
  readonly name: string
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1.5,
  Boolean: true,
  Date: '2026-11-15',
  DateTime: '2026-11-15T09:30:00Z',
  Decimal: '12.50',
}

const DEEPEST = 4

const sampleOf = (type: GraphQLInputType, depth = 0): unknown => {
  if (isNonNullType(type)) return sampleOf(type.ofType, depth)
  if (isListType(type)) return depth > DEEPEST ? [] : [sampleOf(type.ofType, depth + 1)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? 'LSZH'
  const fields = Object.values(type.getFields()).filter((field) => depth < DEEPEST || isNonNullType(field.type))
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field.type, depth + 1)]))
}

const operationFor = (kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): SampleOperation => {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'
  const [head, call] = declared === '' ? ['', field.name] : [`(${declared})`, `${field.name}(${given})`]
  return {
    name: field.name,
    query: `${kind} ${head} { ${call}${selection} }`,
    variables: Object.fromEntries(field.args.map(({ name, type }) => [name, sampleOf(type)])),
  }
}

export const sampleOperations = (schema: GraphQLSchema): SampleOperation[] => {
  const of = (kind: 'query' | 'mutation', type: GraphQLObjectType | null | undefined) =>
    Object.values(type?.getFields() ?? {}).map((field) => operationFor(kind, field))
  return [...of('query', schema.getQueryType()), ...of('mutation', schema.getMutationType())]
}

export type Path = readonly (string | number)[]

/** Where a value can be put: every place of the variables, the inner ones too. */
export const placesIn = (value: unknown, at: Path = []): Path[] => {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) =>
          placesIn(item, [...at, Array.isArray(value) ? Number(key) : key]),
        )
      : []
  return at.length === 0 ? inner : [at, ...inner]
}

export const withValueAt = (value: unknown, [key, ...rest]: Path, put: unknown): unknown => {
  if (key === undefined) return put
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withValueAt(item, rest, put) : item))
  const object = value as Record<string, unknown>
  return { ...object, [key]: withValueAt(object[key], rest, put) }
}
