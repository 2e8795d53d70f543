/**
 * The one walk over an operation. It merges the selections of each object as execution has to, so everything that is
 * known of an operation is known of these fields: what runs, which scopes it needs, what it costs, which records it
 * counts and which fields a loader must read. Gate, cost, loaders and executor all read this plan.
 *
 * A field that one node alone asks for is planned once for each type it is selected on, however often its fragment is
 * spread. All fields return objects or scalars: the schema is refused at start if one returns an abstract type.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { sortValueNode } from 'graphql/utilities/sortValueNode.js'
import { compileArguments } from './argument-values.ts'
import { isIncluded } from './conditions.ts'
import { givenInputs } from './given-inputs.ts'
import type { Values } from './input-values.ts'
import type { LiteralPlaces } from './literal-places.ts'
import type { FieldConflict, GivenInput, PlannedField } from './planned-field.ts'

export interface Plan {
  readonly isMutation: boolean
  readonly fields: readonly PlannedField[]
  /** Every field once, those below a field before it. */
  readonly all: readonly PlannedField[]
  readonly inputs: ReadonlyMap<PlannedField, readonly GivenInput[]>
  readonly conflicts: readonly FieldConflict[]
}

export interface PlanRequest {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Null where literals are part of the operation. */
  readonly places: LiteralPlaces | null
  /** Decide what is skipped; null where nothing is. */
  readonly conditions: Values | null
}

type Groups = Map<string, FieldNode[]>

const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
)

/** Input fields in any order ask for the same. */
const writtenArguments = ({ arguments: given }: FieldNode): string =>
  (given ?? [])
    .map(({ name, value }) => `${name.value}: ${print(sortValueNode(value))}`)
    .sort()
    .join()

/** Compares with the first node of a group, whose arguments are written out once. */
const conflictsWith = (first: FieldNode): ((other: FieldNode) => string | null) => {
  const name = first.name.value
  let written: string | null = null
  return (other) => {
    if (name !== other.name.value) return `"${name}" and "${other.name.value}" are different fields`
    if (!first.arguments?.length && !other.arguments?.length) return null
    written ??= writtenArguments(first)
    return written === writtenArguments(other) ? null : 'they have differing arguments'
  }
}

class Planner {
  readonly all: PlannedField[] = []
  readonly inputs = new Map<PlannedField, readonly GivenInput[]>()
  readonly conflicts: FieldConflict[] = []
  readonly #request: PlanRequest
  readonly #planned = new Map<GraphQLObjectType, Map<FieldNode, PlannedField>>()

  constructor(request: PlanRequest) {
    this.#request = request
  }

  fieldsOf(sets: readonly SelectionSetNode[], type: GraphQLObjectType): PlannedField[] {
    const groups: Groups = new Map()
    const visited = new Set<string>()
    for (const set of sets) this.#collect(set, type, groups, visited)
    return [...groups].flatMap(([key, nodes]) => this.#field(key, nodes as [FieldNode, ...FieldNode[]], type))
  }

  #collect(set: SelectionSetNode, type: GraphQLObjectType, groups: Groups, visited: Set<string>): void {
    for (const selection of set.selections) {
      if (!isIncluded(selection, this.#request.conditions)) continue
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        const group = groups.get(key)
        if (group) group.push(selection)
        else groups.set(key, [selection])
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        this.#collectFragment(selection, type, groups, visited)
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value)
        const fragment = this.#request.fragments.get(selection.name.value)
        if (fragment) this.#collectFragment(fragment, type, groups, visited)
      }
    }
  }

  #collectFragment(
    fragment: Pick<FragmentDefinitionNode, 'selectionSet'> & Partial<Pick<FragmentDefinitionNode, 'typeCondition'>>,
    type: GraphQLObjectType,
    groups: Groups,
    visited: Set<string>,
  ): void {
    if (this.#applies(fragment.typeCondition?.name.value, type)) {
      this.#collect(fragment.selectionSet, type, groups, visited)
    }
  }

  #applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true
    const named = this.#request.schema.getType(condition)
    return isAbstractType(named) && this.#request.schema.isSubType(named, type)
  }

  #field(key: string, nodes: readonly [FieldNode, ...FieldNode[]], type: GraphQLObjectType): PlannedField[] {
    const [node, ...others] = nodes
    const known = others.length === 0 ? this.#planned.get(type)?.get(node) : undefined
    if (known) return [known]
    const field = this.#fieldNamed(node.name.value, type)
    if (!field) return []
    this.#compare(key, node, others)
    const planned = this.#plan(key, nodes, type, field)
    if (others.length === 0) {
      const ofType = this.#planned.get(type) ?? new Map<FieldNode, PlannedField>()
      this.#planned.set(type, ofType.set(node, planned))
    }
    return [planned]
  }

  #fieldNamed(name: string, type: GraphQLObjectType): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name || type === this.#request.schema.getQueryType()) {
      return META_FIELDS.get(name) ?? ownField(type, name)
    }
    return ownField(type, name)
  }

  #compare(key: string, first: FieldNode, others: readonly FieldNode[]): void {
    const conflictWith = conflictsWith(first)
    for (const other of others) {
      const reason = conflictWith(other)
      if (reason !== null) this.conflicts.push({ key, reason, offsets: [offsetOf(first), offsetOf(other)] })
      // Whether two nodes ask for the same hangs on the literals in them: texts of one shape may differ in it.
      if ((first.arguments ?? []).length > 0 || (other.arguments ?? []).length > 0) this.#request.places?.refuse()
    }
  }

  #plan(
    key: string,
    nodes: readonly [FieldNode, ...FieldNode[]],
    parent: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
  ): PlannedField {
    const returned = getNamedType(field.type)
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    const children = isObjectType(returned) ? this.fieldsOf(sets, returned) : []
    const args = compileArguments(field, nodes[0], this.#request.places)
    const offsets = nodes.map(offsetOf)
    const planned = { key, parent, field, args, slot: this.all.length, offsets, children }
    this.all.push(planned)
    const inputs = givenInputs(field, nodes[0])
    if (inputs.length > 0) this.inputs.set(planned, inputs)
    return planned
  }
}

const ownField = (type: GraphQLObjectType, name: string) => {
  const fields = type.getFields()
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

const offsetOf = (node: FieldNode): number => node.loc?.start ?? 0

export const planOf = (request: PlanRequest): Plan => {
  const { schema, operation } = request
  const planner = new Planner(request)
  const root = schema.getRootType(operation.operation)
  if (!root) throw new Error(`The schema has no ${operation.operation}`)
  const fields = planner.fieldsOf([operation.selectionSet], root)
  const { all, inputs, conflicts } = planner
  return { isMutation: operation.operation === 'mutation', fields, all, inputs, conflicts }
}
