/** Queries of this side, typed by its own graph; sent as in `graph/`. */
import type { initGraphQLTada } from 'gql.tada'
import { graphql as written } from '../graph/graphql.ts'
import type { introspection } from './schema.d.ts'

type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection
    disableMasking: true
    scalars: { ID: string; DateTime: string; Date: string }
  }>
>

export const graphql = written as unknown as Graphql
