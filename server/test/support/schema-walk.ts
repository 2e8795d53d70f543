/** Builds operations from the schema: the shortest path to every field of every type, with valid arguments. */
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
  isNonNullType,
  isObjectType,
} from 'graphql'
import { scopesOfField } from '../../src/graphql/access-declaration.ts'

type Field = GraphQLField<unknown, unknown>
type Input = GraphQLArgument | GraphQLInputField

export interface Node {
  readonly operation: 'query' | 'mutation'
  /** From the root down. */
  readonly path: readonly Field[]
}

const SAMPLES: Readonly<Record<string, string>> = {
  ID: '"flt_none"',
  String: '"LSZH"',
  Int: '1',
  Float: '1.5',
  Boolean: 'true',
  DateTime: '"2027-06-01T06:00:00Z"',
  Date: '"2027-06-01"',
  Decimal: '"1.00"',
}

/** `ids` is what stands in the place of every ID. */
export const sampleOf = (type: GraphQLInputType, id = SAMPLES.ID as string, name = ''): string => {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return `[${sampleOf(nullable.ofType, id, name)}]`
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues()[0]?.name ?? ''
  if (named.name === 'ID') return id
  if (name === 'to' || name === 'endAt' || name === 'onBlock') return '"2027-06-01T08:00:00Z"'
  if (isInputObjectType(named)) {
    const required = Object.values(named.getFields()).filter((field) => isNonNullType(field.type))
    return `{ ${required.map((field) => `${field.name}: ${sampleOf(field.type, id, field.name)}`).join(', ')} }`
  }
  return SAMPLES[named.name] ?? '"x"'
}

export const argumentsOf = (inputs: readonly Input[], id?: string): string => {
  const required = inputs.filter((input) => isNonNullType(input.type))
  if (required.length === 0) return ''
  return `(${required.map((input) => `${input.name}: ${sampleOf(input.type, id, input.name)}`).join(', ')})`
}

const rootsOf = (schema: GraphQLSchema): [Node['operation'], GraphQLObjectType][] => {
  const roots: [Node['operation'], GraphQLObjectType | null | undefined][] = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ]
  return roots.flatMap(([operation, type]) =>
    type ? [[operation, type] as [Node['operation'], GraphQLObjectType]] : [],
  )
}

/** Breadth first, so that each field of each type is met on its shortest way. */
export const nodesOf = (schema: GraphQLSchema): Node[] => {
  const nodes: Node[] = []
  const seen = new Set<Field>()
  let level = rootsOf(schema).flatMap(([operation, type]) =>
    Object.values(type.getFields()).map((field): Node => ({ operation, path: [field] })),
  )
  while (level.length > 0) {
    const next: Node[] = []
    for (const node of level) {
      const field = node.path.at(-1) as Field
      if (seen.has(field)) continue
      seen.add(field)
      nodes.push(node)
      const returned = getNamedType(field.type)
      if (!isObjectType(returned)) continue
      for (const child of Object.values(returned.getFields())) next.push({ ...node, path: [...node.path, child] })
    }
    level = next
  }
  return nodes
}

export const nameOf = ({ path }: Node): string => path.map(({ name }) => name).join('.')

export const neededBy = ({ path }: Node): string[] => [...new Set(path.flatMap((field) => scopesOfField(field)))]

/** A field of an object needs a selection; `__typename` needs nothing. */
const leafOf = (field: Field): string => (isObjectType(getNamedType(field.type)) ? ' { __typename }' : '')

const selectionOf = (path: readonly Field[], dress: (text: string, type: string) => string): string => {
  const [field, ...rest] = path
  if (!field) return ''
  const inner =
    rest.length > 0 ? ` { ${dress(selectionOf(rest, dress), getNamedType(field.type).name)} }` : leafOf(field)
  return `${field.name}${argumentsOf(field.args)}${inner}`
}

/** The same need, written in every way that might hide it (threats row 38). */
export const disguisesOf = (node: Node): { query: string; operationName?: string }[] => {
  const plain = selectionOf(node.path, (text) => text)
  const root = node.operation === 'query' ? 'Query' : 'Mutation'
  const inline = selectionOf(node.path, (text, type) => `... on ${type} { ${text} }`)
  return [
    { query: `${node.operation} { ${plain} }` },
    { query: `${node.operation} { innocent: ${plain} }` },
    { query: `${node.operation} { ...F } fragment F on ${root} { ${plain} }` },
    { query: `${node.operation} { ... on ${root} { ${inline} } }` },
    { query: `${node.operation} { ... @skip(if: true) { ${plain} } }` },
    { query: `query A { echo(text: "a") } ${node.operation} B { ${plain} }`, operationName: 'B' },
  ]
}
