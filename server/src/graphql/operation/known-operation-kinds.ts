/**
 * Refuses an operation of a kind for which the schema has no root type. graphql's own rules let it pass unread, and it
 * would fail only when it runs.
 */
import { type ASTVisitor, GraphQLError, type OperationTypeNode, type ValidationContext } from 'graphql'

const REMEDY: Partial<Readonly<Record<OperationTypeNode, string>>> = {
  subscription: ': follow the change feed, the query changeList, instead',
}

export const knownOperationKinds = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return
    const message = `The schema has no ${node.operation}s${REMEDY[node.operation] ?? ''}.`
    context.reportError(new GraphQLError(message, { nodes: node }))
  },
})
