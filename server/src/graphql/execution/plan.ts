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
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import type { WorkMeter } from '../work-meter.ts'
import { type CompiledArguments, compileArguments } from './argument-values.ts'
import { isIncluded } from './conditions.ts'
import { givenInputs } from './given-inputs.ts'
import type { Values } from './input-values.ts'
import type { LiteralPlaces } from './literal-places.ts'
import type { FieldConflict, GivenInput, PlannedField } from './planned-field.ts'
import { WrittenValues } from './written-value.ts'

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
  readonly meter: WorkMeter
}

type Groups = Map<string, FieldNode[]>

const META_FIELDS: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map([
  [SchemaMetaFieldDef.name, SchemaMetaFieldDef],
  [TypeMetaFieldDef.name, TypeMetaFieldDef],
  [TypeNameMetaFieldDef.name, TypeNameMetaFieldDef],
])

/** What the arguments of one node mean, found out once however often it is merged with others. */
interface NodeArguments {
  readonly args: CompiledArguments
  /** Their place among those of a request. */
  readonly slot: number
  readonly inputs: readonly GivenInput[]
}

/** More is not told. */
const MAX_CONFLICTS = 20
const STEPS_PER_FIELD = 6
const BYTES_PER_FIELD = 1_200

class Planner {
  readonly all: PlannedField[] = []
  readonly inputs = new Map<PlannedField, readonly GivenInput[]>()
  readonly conflicts: FieldConflict[] = []
  readonly #request: PlanRequest
  readonly #meter: WorkMeter
  readonly #planned = new Map<GraphQLObjectType, Map<FieldNode, PlannedField>>()
  readonly #arguments = new Map<FieldNode, Map<GraphQLField<unknown, unknown>, NodeArguments>>()
  readonly #written = new Map<FieldNode, string>()
  #slots = 0

  constructor(request: PlanRequest) {
    this.#request = request
    this.#meter = request.meter
  }

  fieldsOf(sets: readonly SelectionSetNode[], type: GraphQLObjectType): PlannedField[] {
    const groups: Groups = new Map()
    const visited = new Set<string>()
    for (const set of this.#meter.over(sets)) this.#collect(set, type, groups, visited)
    const fields: PlannedField[] = []
    for (const [key, nodes] of this.#meter.members(groups)) {
      const planned = this.#field(key, nodes as [FieldNode, ...FieldNode[]], type)
      if (planned) fields.push(planned)
    }
    return fields
  }

  #collect(set: SelectionSetNode, type: GraphQLObjectType, groups: Groups, visited: Set<string>): void {
    for (const selection of this.#meter.over(set.selections)) {
      if (!isIncluded(selection, this.#request.conditions, this.#meter)) continue
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

  #field(key: string, nodes: readonly [FieldNode, ...FieldNode[]], type: GraphQLObjectType): PlannedField | undefined {
    const [node, ...others] = this.#meter.over(nodes) as typeof nodes
    const known = others.length === 0 ? this.#planned.get(type)?.get(node) : undefined
    if (known) return known
    const field = this.#fieldNamed(node.name.value, type)
    if (!field) return undefined
    this.#compare(key, node, others)
    const planned = this.#plan(key, nodes, type, field)
    if (others.length === 0) {
      const ofType = this.#planned.get(type) ?? new Map<FieldNode, PlannedField>()
      this.#planned.set(type, ofType.set(node, planned))
    }
    return planned
  }

  #fieldNamed(name: string, type: GraphQLObjectType): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name || type === this.#request.schema.getQueryType()) {
      return META_FIELDS.get(name) ?? ownField(type, name)
    }
    return ownField(type, name)
  }

  /** Compares the others with the first. */
  #compare(key: string, first: FieldNode, others: readonly FieldNode[]): void {
    for (const other of this.#meter.over(others)) {
      const reason = this.#conflict(first, other)
      if (reason !== null && this.conflicts.length < MAX_CONFLICTS) {
        this.conflicts.push({ key, reason, offsets: [offsetOf(first), offsetOf(other)] })
      }
      // Whether two nodes ask for the same hangs on the literals in them: texts of one shape may differ in it.
      if ((first.arguments ?? []).length > 0 || (other.arguments ?? []).length > 0) this.#request.places?.refuse()
    }
  }

  #conflict(first: FieldNode, other: FieldNode): string | null {
    const name = first.name.value
    if (name !== other.name.value) return `"${name}" and "${other.name.value}" are different fields`
    if (!first.arguments?.length && !other.arguments?.length) return null
    return this.#writtenArguments(first) === this.#writtenArguments(other) ? null : 'they have differing arguments'
  }

  /** Arguments and input fields in any order ask for the same. */
  #writtenArguments(node: FieldNode): string {
    const known = this.#written.get(node)
    if (known !== undefined) return known
    const values = new WrittenValues(this.#meter)
    let written = ''
    for (const { name, value } of this.#meter.sorted(node.arguments, (each) => each.name.value)) {
      written += `${name.value}: ${values.compared(value)}, `
    }
    this.#written.set(node, written)
    return written
  }

  #plan(
    key: string,
    nodes: readonly [FieldNode, ...FieldNode[]],
    parent: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
  ): PlannedField {
    this.#meter.step(STEPS_PER_FIELD)
    this.#meter.keep(BYTES_PER_FIELD)
    const returned = getNamedType(field.type)
    const sets: SelectionSetNode[] = []
    const offsets: number[] = []
    for (const node of this.#meter.over(nodes)) {
      offsets.push(offsetOf(node))
      if (node.selectionSet) sets.push(node.selectionSet)
    }
    const children = isObjectType(returned) ? this.fieldsOf(sets, returned) : []
    const { args, slot, inputs } = this.#argumentsOf(nodes[0], field)
    const planned = { key, parent, field, args, slot, offsets, children }
    this.all.push(planned)
    if (inputs.length > 0) this.inputs.set(planned, inputs)
    return planned
  }

  #argumentsOf(node: FieldNode, field: GraphQLField<unknown, unknown>): NodeArguments {
    const ofNode = this.#arguments.get(node) ?? new Map<GraphQLField<unknown, unknown>, NodeArguments>()
    const known = ofNode.get(field)
    if (known) return known
    const args = compileArguments(field, node, this.#request.places, this.#meter)
    const made = { args, slot: this.#slots++, inputs: givenInputs(field, node, this.#meter) }
    this.#arguments.set(node, ofNode.set(field, made))
    return made
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
