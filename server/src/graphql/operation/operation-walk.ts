/**
 * Walks the selections of one operation, fragments included, skipped selections too: a directive decides what is
 * answered, not what is needed. A fragment is entered once for each type it is spread on, and a selection set holds
 * each of its fields once, so that fragments which spread one another over and over cost no more than their text.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql'

export interface MetField {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly children: readonly MetField[]
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

const rootType = (schema: GraphQLSchema, operation: OperationDefinitionNode): GraphQLObjectType =>
  (operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType()) as GraphQLObjectType

const INTROSPECTION = [SchemaMetaFieldDef, TypeMetaFieldDef]

const fieldNamed = (type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined =>
  type.getFields()[name] ?? INTROSPECTION.find((field) => field.name === name)

/** The tree of fields of a validated operation; what fragments share is shared in it. */
export const fieldsOf = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): readonly MetField[] => {
  const memo = new Map<string, readonly MetField[]>()

  const fieldsIn = (set: SelectionSetNode, parent: GraphQLObjectType): readonly MetField[] => {
    const fields = new Set<MetField>()
    for (const selection of set.selections) {
      for (const field of fieldsOfSelection(selection, parent)) fields.add(field)
    }
    return [...fields]
  }

  const fieldsOfSelection = (selection: SelectionNode, parent: GraphQLObjectType): readonly MetField[] => {
    if (selection.kind === Kind.FIELD) return metField(selection, parent)
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, parent)
    return fieldsOfFragment(selection.name.value, parent)
  }

  const metField = (node: FieldNode, parent: GraphQLObjectType): readonly MetField[] => {
    const field = fieldNamed(parent, node.name.value)
    if (!field) return []
    const returned = getNamedType(field.type)
    const children = node.selectionSet && isObjectType(returned) ? fieldsIn(node.selectionSet, returned) : []
    return [{ node, field, children }]
  }

  const fieldsOfFragment = (name: string, parent: GraphQLObjectType): readonly MetField[] => {
    const key = `${parent.name}/${name}`
    const known = memo.get(key)
    if (known) return known
    const fragment = fragments.get(name)
    const fields = fragment ? fieldsIn(fragment.selectionSet, parent) : []
    memo.set(key, fields)
    return fields
  }

  return fieldsIn(operation.selectionSet, rootType(schema, operation))
}
