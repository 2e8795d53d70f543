/**
 * Walks the selections of one operation, fragments included, skipped selections too: a directive decides what is
 * answered, not what is needed. Each field is met once for each path that leads to it, but a fragment that was
 * met under the same parent type is not entered twice below one field.
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
  type SelectionSetNode,
} from 'graphql'

export interface MetField {
  readonly node: FieldNode
  readonly field: GraphQLField<unknown, unknown>
  readonly children: readonly MetField[]
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

const rootType = (schema: GraphQLSchema, operation: OperationDefinitionNode): GraphQLObjectType =>
  (operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType()) as GraphQLObjectType

/** The tree of fields of a validated operation. Fields of introspection are left out: any valid token may ask them. */
export const fieldsOf = (
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): readonly MetField[] => {
  const memo = new Map<string, readonly MetField[]>()

  const fieldsIn = (set: SelectionSetNode, parent: GraphQLObjectType): MetField[] =>
    set.selections.flatMap((selection): readonly MetField[] => {
      if (selection.kind === Kind.FIELD) return metField(selection, parent)
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, parent)
      return fieldsOfFragment(selection.name.value, parent)
    })

  const metField = (node: FieldNode, parent: GraphQLObjectType): MetField[] => {
    const field = parent.getFields()[node.name.value]
    if (!field) return []
    const returned = getNamedType(field.type)
    const children = node.selectionSet && isObjectType(returned) ? fieldsIn(node.selectionSet, returned) : []
    return [{ node, field: field as GraphQLField<unknown, unknown>, children }]
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
