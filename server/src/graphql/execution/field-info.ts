/**
 * What a resolver gets to know of its field: as much as graphql-js's own introspection resolvers read, without AST
 * nodes.
 */
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import type { PlannedField } from './planned-field.ts'

type FieldInfo = Pick<GraphQLResolveInfo, 'fieldName' | 'parentType' | 'returnType' | 'schema'>

export const fieldInfo = ({ field, parent }: PlannedField, schema: GraphQLSchema): GraphQLResolveInfo => {
  const info: FieldInfo = { fieldName: field.name, parentType: parent, returnType: field.type, schema }
  return info as GraphQLResolveInfo
}
