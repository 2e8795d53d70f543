/**
 * The rule that the rules of graphql lack: an operation of a kind that the schema has no root type for. They would
 * let it pass unread, and it would fail where it is to run.
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
