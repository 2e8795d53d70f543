/** Queries of this side, typed by its own graph; sent as in `graph/`. */
import type { initGraphQLTada } from 'gql.tada'
import { graphql as written } from '../graph/graphql.ts'
import { mutationText } from '../graph/mutation-text.ts'
import type { introspection } from './schema.d.ts'

type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection
    disableMasking: true
    scalars: { ID: string; DateTime: string; Date: string }
  }>
>

export const graphql = written as unknown as Graphql

type MutationName = keyof introspection['types']['Mutation']['fields'] & string

/** A mutation of this graph (`graph/mutation-text`); without an answer it says only why it was refused. */
export const mutation = <
  const Name extends MutationName,
  const Variables extends string = '',
  const Answer extends string = '',
>(
  name: Name,
  variables?: Variables,
  answer?: Answer,
) => graphql(mutationText<Name, Variables, Answer>(name, (variables ?? '') as Variables, (answer ?? '') as Answer))
