/** Builds the portal's and support's graphs, and fails if a node does not declare whom it is for. */
import type { GraphQLObjectType, GraphQLSchema } from 'graphql'
import type { Audience } from '../../domain/identity/audience.ts'
import { audienceOf, type Declarable, objectTypes, undeclaredNodes } from '../access-declaration.ts'
import type { Builder } from '../builder.ts'
import { UndeclaredNodes } from '../undeclared-nodes.ts'

const SENTENCES: Readonly<Record<Audience, string>> = {
  member: 'For members of a provider.',
  owner: 'For owners of a provider.',
  staff: 'For staff.',
  reviewer: 'For staff who review, and administrators.',
  administrator: 'For administrators of staff.',
}

const isRoot = (schema: GraphQLSchema, type: GraphQLObjectType): boolean =>
  type === schema.getQueryType() || type === schema.getMutationType()

interface Node extends Declarable {
  description?: string | null | undefined
}

/** Root fields and types, by name: both declare whom they are for. */
const nodesOf = (schema: GraphQLSchema): [string, Node][] =>
  objectTypes(schema).flatMap((type): [string, Node][] =>
    isRoot(schema, type)
      ? Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field])
      : [[type.name, type]],
  )

/** `audiences` are those that the graph's route admits. */
export const buildPlatformSchema = (builder: Builder, audiences: readonly Audience[]): GraphQLSchema => {
  const schema = builder.toSchema()
  const nodes = nodesOf(schema)
  const foreign = nodes.flatMap(([name, node]) => {
    const audience = audienceOf(node)
    return audience !== undefined && audiences.includes(audience) ? [] : [name]
  })
  const undeclared = [...new Set([...undeclaredNodes(schema), ...foreign])]
  if (undeclared.length > 0) {
    throw new UndeclaredNodes(
      `These nodes do not declare that they are for ${audiences.join(' or ')}: ${undeclared.join(', ')}`,
    )
  }
  for (const [, node] of nodes) {
    const sentence = SENTENCES[audienceOf(node) ?? 'member']
    node.description = node.description ? `${node.description.trim()} ${sentence}` : sentence
  }
  return schema
}
