/** Queries of this side, typed by its own graph; sent as in `graph/`. */
import type { initGraphQLTada } from 'gql.tada'
import { graphql as written } from '../graph/graphql.ts'
import { answersRefusals, plainText } from '../graph/plain-mutation.ts'
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

/** A mutation that answers nothing but why it was refused (`graph/plain-mutation`). */
export const plainMutation = <const Name extends MutationName, const Declared extends string = ''>(
  name: Name,
  variables?: Declared,
) => answersRefusals(name, graphql(plainText<Declared>(name, variables ?? '')))
