/**
 * Whether a document is valid, found in one walk that is metered. graphql's rules cannot be: they enter every node
 * with two dozen listeners, an eighth of the speed, and some of them walk each fragment once more for every operation.
 * So this walk decides, and graphql's rules are asked only to put into words what is wrong with a short document.
 *
 * It must agree with them on every document but for fields that do not merge, which the plan finds
 * (test/graphql/valid-document.test.ts compares the two on random documents).
 */
import {
  type ArgumentNode,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  doTypesOverlap,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  type InlineFragmentNode,
  isCompositeType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isTypeSubTypeOf,
  isUnionType,
  Kind,
  type ObjectValueNode,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  typeFromAST,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql'
import type { WorkMeter } from '../work-meter.ts'
import { isTooDeepIntrospection } from './introspection-depth.ts'

/** The first thing that is wrong. */
class Fault extends Error {
  /** Where it stands in the text. */
  readonly offset: number
  constructor(message: string, node: ASTNode) {
    super(message)
    this.offset = node.loc?.start ?? 0
  }
}

const refuse = (message: string, node: ASTNode): never => {
  throw new Fault(message, node)
}

/** A variable where it is used. */
interface Usage {
  readonly node: ValueNode & { readonly kind: Kind.VARIABLE }
  readonly type: GraphQLInputType
  readonly hasDefault: boolean
  readonly isOfOneOf: boolean
}

/** What an operation or a fragment refers to. */
interface References {
  readonly usages: Usage[]
  readonly fragments: Set<string>
}

/** Where a value stands. */
interface Location {
  readonly type: GraphQLInputType
  readonly hasDefault: boolean
  readonly isOfOneOf: boolean
}

interface Definitions {
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

class Validation {
  readonly #schema: GraphQLSchema
  readonly #meter: WorkMeter
  readonly #definitions: Definitions
  readonly #references = new Map<ASTNode, References>()
  #here: References = { usages: [], fragments: new Set() }

  constructor(schema: GraphQLSchema, definitions: Definitions, meter: WorkMeter) {
    this.#schema = schema
    this.#meter = meter
    this.#definitions = definitions
  }

  check(): void {
    const { operations, fragments } = this.#definitions
    const used = new Set<string>()
    for (const [, fragment] of this.#meter.members(fragments)) this.#checkFragment(fragment)
    for (const operation of this.#meter.over(operations)) this.#checkOperation(operation)
    for (const operation of this.#meter.over(operations)) this.#checkVariables(operation, used)
    for (const [name, fragment] of this.#meter.members(fragments)) {
      if (!used.has(name)) throw new Fault(`Fragment "${name}" is never used.`, fragment)
    }
  }

  #checkFragment(fragment: FragmentDefinitionNode): void {
    const { typeCondition, directives, selectionSet } = fragment
    this.#begin(fragment)
    const type = this.#composite(typeCondition.name.value, typeCondition)
    this.#checkDirectives(directives, 'FRAGMENT_DEFINITION')
    this.#checkSelections(selectionSet, type)
  }

  #checkOperation(operation: OperationDefinitionNode): void {
    const { operation: kind, variableDefinitions, directives, selectionSet } = operation
    this.#begin(operation)
    const root = this.#schema.getRootType(kind)
    if (!root) throw new Fault(`The schema has no ${kind}s.`, operation)
    for (const definition of this.#meter.over(variableDefinitions)) this.#checkDefinition(definition)
    this.#checkDirectives(directives, kind.toUpperCase())
    this.#checkSelections(selectionSet, root)
  }

  #begin(node: ASTNode): void {
    this.#here = { usages: [], fragments: new Set() }
    this.#references.set(node, this.#here)
  }

  #checkDefinition({ variable, type: written, defaultValue, directives }: VariableDefinitionNode): void {
    this.#meter.step(2)
    const type = this.#typeOf(written)
    if (!isInputType(type))
      throw new Fault(`Variable "$${variable.name.value}" cannot be of a type for answers.`, written)
    if (defaultValue) this.#checkValue(defaultValue, { type, hasDefault: false, isOfOneOf: false })
    this.#checkDirectives(directives, 'VARIABLE_DEFINITION')
  }

  #typeOf(written: VariableDefinitionNode['type']) {
    // Brackets in a type nest as others do, so their number is bounded.
    this.#meter.step(2)
    return (
      typeFromAST(this.#schema, written as Parameters<typeof typeFromAST>[1]) ??
      refuse('The schema has no type of this name.', written)
    )
  }

  #composite(name: string, node: ASTNode): GraphQLCompositeType {
    const type = this.#schema.getType(name) ?? refuse(`Unknown type "${name}".`, node)
    return isCompositeType(type) ? type : refuse(`Fragment cannot condition on non composite type "${name}".`, node)
  }

  #checkSelections(set: SelectionSetNode, type: GraphQLCompositeType): void {
    for (const node of this.#meter.over(set.selections, STEPS_PER_SELECTION)) this.#checkSelection(node, type)
  }

  #checkSelection(node: SelectionNode, type: GraphQLCompositeType): void {
    if (node.kind === Kind.FIELD) this.#checkField(node, type)
    else if (node.kind === Kind.FRAGMENT_SPREAD) this.#checkSpread(node, type)
    else this.#checkInline(node, type)
  }

  #checkInline(node: InlineFragmentNode, type: GraphQLCompositeType): void {
    this.#checkDirectives(node.directives, 'INLINE_FRAGMENT')
    const condition = node.typeCondition
    const inner = condition ? this.#composite(condition.name.value, condition) : type
    this.#checkOverlap(inner, type, node)
    this.#checkSelections(node.selectionSet, inner)
  }

  #checkSpread(node: FragmentSpreadNode, type: GraphQLCompositeType): void {
    this.#checkDirectives(node.directives, 'FRAGMENT_SPREAD')
    const name = node.name.value
    const fragment = this.#definitions.fragments.get(name)
    if (!fragment) throw new Fault(`Unknown fragment "${name}".`, node)
    this.#here.fragments.add(name)
    const { typeCondition } = fragment
    this.#checkOverlap(this.#composite(typeCondition.name.value, typeCondition), type, node)
  }

  #checkOverlap(inner: GraphQLCompositeType, outer: GraphQLCompositeType, node: ASTNode): void {
    if (inner === outer || doTypesOverlap(this.#schema, inner, outer)) return
    refuse(`A fragment on "${inner}" cannot be spread here, where objects are of type "${outer}".`, node)
  }

  #checkField(node: FieldNode, type: GraphQLCompositeType): void {
    const field = this.#fieldOf(node.name.value, type)
    if (!field) throw new Fault(`Cannot query field "${node.name.value}" on type "${type}".`, node)
    this.#checkDirectives(node.directives, 'FIELD')
    this.#checkArguments(node, node.arguments, field.args)
    const returned = getNamedType(field.type)
    if (!isCompositeType(returned)) {
      if (node.selectionSet) refuse(`Field "${node.name.value}" must not have a selection.`, node.selectionSet)
    } else if (!node.selectionSet) refuse(`Field "${node.name.value}" must have a selection of subfields.`, node)
    else {
      this.#checkSelections(node.selectionSet, returned)
      if (field === SchemaMetaFieldDef || field === TypeMetaFieldDef) this.#checkIntrospection(node)
    }
  }

  #checkIntrospection(node: FieldNode): void {
    if (isTooDeepIntrospection(node, this.#definitions.fragments, this.#meter)) {
      refuse('Maximum introspection depth exceeded', node)
    }
  }

  #fieldOf(name: string, type: GraphQLCompositeType): GraphQLField<unknown, unknown> | undefined {
    if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef
    if (type === this.#schema.getQueryType()) {
      if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef
      if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef
    }
    if (isUnionType(type)) return undefined
    const fields = type.getFields()
    return Object.hasOwn(fields, name) ? fields[name] : undefined
  }

  #checkDirectives(nodes: readonly DirectiveNode[] | undefined, location: string): void {
    if (nodes === undefined || nodes.length === 0) return
    const seen = new Set<string>()
    for (const node of this.#meter.over(nodes, STEPS_PER_SELECTION)) {
      const name = node.name.value
      const directive = this.#schema.getDirective(name) ?? refuse(`Unknown directive "@${name}".`, node)
      const { locations, isRepeatable, args } = directive
      if (!(locations as readonly string[]).includes(location)) {
        refuse(`Directive "@${name}" may not be used on ${location}.`, node)
      }
      if (seen.has(name) && !isRepeatable) refuse(`The directive "@${name}" can only be used once here.`, node)
      seen.add(name)
      this.#checkArguments(node, node.arguments, args)
    }
  }

  #checkArguments(
    at: FieldNode | DirectiveNode,
    given: readonly ArgumentNode[] | undefined,
    known: readonly GraphQLArgument[],
  ): void {
    const names = new Set<string>()
    for (const node of this.#meter.over(given)) {
      const name = node.name.value
      const argument = this.#meter.find(known, (each) => each.name === name)
      if (!argument) throw new Fault(`Unknown argument "${name}" on "${at.name.value}".`, node)
      if (names.has(name)) refuse(`There can be only one argument named "${name}".`, node)
      names.add(name)
      this.#checkValue(node.value, locationOf(argument, false))
    }
    for (const argument of this.#meter.over(known)) {
      if (!isRequiredArgument(argument) || names.has(argument.name)) continue
      refuse(`"${at.name.value}" needs its argument "${argument.name}" of type "${argument.type}".`, at)
    }
  }

  #checkValue(node: ValueNode, location: Location): void {
    const { type } = location
    if (node.kind === Kind.VARIABLE) {
      this.#here.usages.push({ node: node as Usage['node'], ...location })
      return
    }
    const inner = getNullableType(type)
    if (node.kind === Kind.NULL) {
      if (isNonNullType(type)) refuse(`Expected value of type "${type}", found null.`, node)
    } else if (isListType(inner)) {
      const item = { type: inner.ofType, hasDefault: false, isOfOneOf: false }
      if (node.kind !== Kind.LIST) this.#checkValue(node, item)
      else for (const value of this.#meter.over(node.values, STEPS_PER_VALUE)) this.#checkValue(value, item)
    } else if (isInputObjectType(inner)) {
      if (node.kind !== Kind.OBJECT) refuse(`Expected an object of type "${inner}".`, node)
      else this.#checkObject(node, inner)
    } else if (!isLeafValue(node, inner)) refuse(`Expected value of type "${type}".`, node)
  }

  #checkObject(node: ObjectValueNode, type: Extract<GraphQLInputType, { isOneOf: boolean }>): void {
    const fields = type.getFields()
    const given = new Set<string>()
    for (const { name, value } of this.#meter.over(node.fields, STEPS_PER_VALUE)) {
      const field = Object.hasOwn(fields, name.value) ? fields[name.value] : undefined
      if (!field) throw new Fault(`Field "${name.value}" is not defined by type "${type}".`, name)
      if (given.has(name.value)) refuse(`There can be only one input field named "${name.value}".`, name)
      given.add(name.value)
      this.#checkValue(value, locationOf(field, type.isOneOf))
    }
    if (type.isOneOf && (given.size !== 1 || node.fields[0]?.value.kind === Kind.NULL)) {
      refuse(`Exactly one field of "${type}" must be given, and not be null.`, node)
    }
    for (const field of this.#meter.over(Object.values(fields))) {
      if (!isRequiredInputField(field) || given.has(field.name)) continue
      refuse(`Field "${type}.${field.name}" of required type "${field.type}" was not provided.`, node)
    }
  }

  /** A fragment's variables belong to each operation that reaches it. */
  #checkVariables(operation: OperationDefinitionNode, used: Set<string>): void {
    const variables = new Map<string, VariableDefinitionNode>()
    for (const definition of this.#meter.over(operation.variableDefinitions)) {
      const name = definition.variable.name.value
      if (variables.has(name)) refuse(`There can be only one variable named "$${name}".`, definition)
      variables.set(name, definition)
    }
    const unused = new Map(variables)
    const reached = new Set<string>()
    const look = (references: References | undefined): void => {
      for (const usage of this.#meter.over(references?.usages, STEPS_PER_USAGE)) {
        const name = usage.node.name.value
        const definition = variables.get(name)
        if (!definition) throw new Fault(`Variable "$${name}" is not defined by the operation.`, usage.node)
        unused.delete(name)
        this.#checkPosition(usage, definition)
      }
      if (references) for (const name of this.#meter.members(references.fragments)) reached.add(name)
    }
    look(this.#references.get(operation))
    // A set that grows while it is read: each fragment is looked at once.
    // biome-ignore lint/plugin: counts a step in each turn
    for (const name of reached) {
      this.#meter.step()
      used.add(name)
      const fragment = this.#definitions.fragments.get(name)
      if (fragment) look(this.#references.get(fragment))
    }
    for (const [name, definition] of this.#meter.members(unused)) {
      throw new Fault(`Variable "$${name}" is never used.`, definition)
    }
  }

  #checkPosition({ node, type, hasDefault, isOfOneOf }: Usage, definition: VariableDefinitionNode): void {
    const given = this.#typeOf(definition.type) as GraphQLInputType
    const isNullable = !isNonNullType(given)
    const isFilled = hasDefault || (definition.defaultValue && definition.defaultValue.kind !== Kind.NULL)
    const expected = isNonNullType(type) && isNullable && isFilled ? type.ofType : type
    if (isTypeSubTypeOf(this.#schema, given, expected) && !(isOfOneOf && isNullable)) return
    refuse(`Variable "$${node.name.value}" of type "${given}" used in position expecting type "${type}".`, node)
  }
}

/** Beside the step that every loop counts. */
const STEPS_PER_SELECTION = 4
const STEPS_PER_VALUE = 2
const STEPS_PER_USAGE = 4

const locationOf = (
  { type, defaultValue }: { readonly type: GraphQLInputType; readonly defaultValue?: unknown },
  isOfOneOf: boolean,
): Location => ({ type, hasDefault: defaultValue !== undefined, isOfOneOf })

const isLeafValue = (node: ValueNode, type: GraphQLInputType): boolean => {
  if (!isLeafType(type)) return false
  try {
    return type.parseLiteral(node, undefined) !== undefined
  } catch {
    return false
  }
}

/** Throws what is wrong with the definitions as such. */
const definitionsIn = ({ definitions }: DocumentNode, meter: WorkMeter): Definitions => {
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  const names = new Set<string>()
  for (const node of meter.over(definitions, STEPS_PER_SELECTION)) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) {
      const name = node.name.value
      if (fragments.has(name)) refuse(`There can be only one fragment named "${name}".`, node)
      fragments.set(name, node)
    } else if (node.kind === Kind.OPERATION_DEFINITION) {
      const name = node.name?.value ?? ''
      if (names.has(name) && name !== '') refuse(`There can be only one operation named "${name}".`, node)
      names.add(name)
      operations.push(node)
    } else refuse('Only operations and fragments can be sent.', node)
  }
  const [first] = operations
  if (first && operations.length > 1 && names.has('')) {
    refuse('An operation without a name must be the only one of its document.', first)
  }
  return { operations, fragments }
}

/** Null if the document is valid. */
export const faultIn = (schema: GraphQLSchema, document: DocumentNode, meter: WorkMeter): Fault | null => {
  try {
    new Validation(schema, definitionsIn(document, meter), meter).check()
    return null
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}
