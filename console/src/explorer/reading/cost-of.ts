/**
 * What an operation will cost at most, reckoned before it is sent by the server's own rules and numbers
 * (`server/src/graphql/operation/cost-plan.ts`; a test over generated operations compares the two).
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { CostNumbers } from './cost-numbers.ts'

export interface Cost {
  readonly amount: number
  /** False where a list's size is decided by the server when the request comes. */
  readonly isExact: boolean
}

/** Used where the size is not known. */
const LIST_SIZE_GUESSED = 10

type Values = Readonly<Record<string, unknown>>

const entriesIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  if (!Array.isArray(value)) return Object.values(value).reduce<number>((sum, item) => sum + entriesIn(item), 0)
  return value.reduce<number>((sum, item) => sum + 1 + entriesIn(item), 0)
}

const isListOfObjects = (type: GraphQLOutputType): boolean =>
  isListType(getNullableType(type)) && isObjectType(getNamedType(type))

const isPage = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type)
  return isObjectType(named) && 'nodeList' in named.getFields()
}

export interface OperationToCost {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: Values
  readonly numbers: CostNumbers
}

class CostReckoning {
  isExact = true
  readonly #of: OperationToCost
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #variables: Record<string, unknown>

  constructor(of: OperationToCost) {
    this.#of = of
    const fragments = of.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]))
    const { coerced } = getVariableValues(of.schema, of.operation.variableDefinitions ?? [], of.variables)
    this.#variables = coerced ?? {}
    if (!coerced) this.isExact = false
  }

  total(): number {
    const { schema, operation, numbers } = this.#of
    const isMutation = operation.operation === 'mutation'
    const root = isMutation ? schema.getMutationType() : schema.getQueryType()
    if (!root) return 0
    const fields = this.#collected([operation.selectionSet])
    const base = isMutation ? numbers.mutation * fields.size : 1
    return Math.ceil(base + this.#sum(root, fields, null))
  }

  /** Fields of the same name in the answer are one; what is skipped by a condition counts. */
  #collected(
    sets: readonly SelectionSetNode[],
    into = new Map<string, FieldNode[]>(),
    spread: readonly string[] = [],
  ): Map<string, FieldNode[]> {
    for (const node of sets.flatMap(({ selections }) => selections)) {
      if (node.kind === Kind.INLINE_FRAGMENT) this.#collected([node.selectionSet], into, spread)
      else if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = this.#fragments.get(node.name.value)
        if (!fragment || spread.includes(node.name.value)) continue
        this.#collected([fragment.selectionSet], into, [...spread, node.name.value])
      } else {
        const key = (node.alias ?? node.name).value
        into.set(key, [...(into.get(key) ?? []), node])
      }
    }
    return into
  }

  #sum(type: GraphQLObjectType, fields: ReadonlyMap<string, FieldNode[]>, pageSize: number | null): number {
    return [...fields.values()].reduce((sum, nodes) => sum + this.#field(type, nodes, pageSize), 0)
  }

  #field(type: GraphQLObjectType, nodes: readonly FieldNode[], pageSize: number | null): number {
    const [node] = nodes
    const field = node && type.getFields()[node.name.value]
    if (!node || !field) {
      // The schema's own description costs little, and is not reckoned here.
      if (node?.name.value.startsWith('__') && node.name.value !== '__typename') this.isExact = false
      return 0
    }
    const args = this.#argumentsOf(field, node)
    if (this.#of.numbers.byArguments.has(`${type.name}.${field.name}`)) this.isExact = false
    const named = getNamedType(field.type)
    const own = entriesIn(args) + (this.#of.numbers.fixedCosts.get(`${type.name}.${field.name}`) ?? 0)
    if (!isObjectType(named)) return own
    const sets = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []))
    const asked = this.#askedSize(type, field, args)
    const paged = isPage(field.type)
    const inPage = field.name === 'nodeList' ? pageSize : null
    const size = paged ? 1 : (inPage ?? asked ?? this.#rows(type, field))
    const below = this.#sum(named, this.#collected(sets), paged ? (asked ?? LIST_SIZE_GUESSED) : null)
    return this.#search(type, field, args) + own + size * (this.#of.numbers.object + below)
  }

  #search(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, args: Values): number {
    const search = this.#of.numbers.searches.get(`${type.name}.${field.name}`)
    return search?.args.some((name) => args[name]) ? search.cost : 0
  }

  #argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Values {
    try {
      return getArgumentValues(field, node, this.#variables)
    } catch {
      this.isExact = false
      return {}
    }
  }

  /** `first`, or `page: {first}`, unless the page is mostly empty and says so; null where the field has no pages. */
  #askedSize(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, args: Values): number | null {
    const hasFirst = field.args.some(({ name }) => name === 'first')
    if (!hasFirst && !field.args.some(({ name }) => name === 'page')) return null
    const first = hasFirst ? args.first : (args.page as { first?: unknown } | null | undefined)?.first
    return this.#of.numbers.rows.get(`${type.name}.${field.name}`) ?? this.#clamped(first)
  }

  #clamped(size: unknown): number {
    const { pageSize, maxPageSize } = this.#of.numbers
    return typeof size === 'number' && size >= 1 ? Math.min(size, maxPageSize) : pageSize
  }

  #rows(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): number {
    if (!isListOfObjects(field.type)) return 1
    const rows = this.#of.numbers.rows.get(`${type.name}.${field.name}`)
    if (rows === undefined) this.isExact = false
    return rows ?? LIST_SIZE_GUESSED
  }
}

export const costOf = (of: OperationToCost): Cost => {
  const reckoning = new CostReckoning(of)
  const amount = reckoning.total()
  return { amount, isExact: reckoning.isExact }
}
