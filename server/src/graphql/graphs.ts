/** The graphs of operators, developers and support, built once per process however many servers it has. */
import type { GraphQLSchema } from 'graphql'
import { buildPortalSchema } from './platform/portal-schema.ts'
import { buildSupportSchema } from './platform/support-schema.ts'
import { buildSchema } from './schema.ts'
import { scopesText } from './scope-catalogue.ts'

interface Graphs {
  readonly operator: GraphQLSchema
  readonly portal: GraphQLSchema
  readonly support: GraphQLSchema
  /** The content of `server/scopes.json`, which operators' addresses serve. */
  readonly scopes: string
}

const build = (): Graphs => {
  const operator = buildSchema()
  return { operator, portal: buildPortalSchema(), support: buildSupportSchema(), scopes: scopesText(operator) }
}

let built: Graphs | null = null

export const graphs = (): Graphs => {
  built ??= build()
  return built
}
