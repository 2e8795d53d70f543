/** What resolvers are told of the field they answer: what those of the schema's own description read, and no nodes. */
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import type { PlannedField } from './planned-field.ts'

type FieldInfo = Pick<GraphQLResolveInfo, 'fieldName' | 'parentType' | 'returnType' | 'schema'>

export const fieldInfo = ({ field, parent }: PlannedField, schema: GraphQLSchema): GraphQLResolveInfo => {
  const info: FieldInfo = { fieldName: field.name, parentType: parent, returnType: field.type, schema }
  return info as GraphQLResolveInfo
}
