/**
 * The console's only way to the server: GraphQL to its own address, under the person's session (access-model §10).
 * `graphql` writes a query whose answer is typed by the server's schema; `ask` sends it; `queryOf` gives it to the
 * cache of reads; `useChange` carries a change out and says what was refused.
 */
import type { initGraphQLTada, TadaDocumentNode } from 'gql.tada'
import { mutationText } from './mutation-text.ts'
import type { introspection } from './schema.d.ts'

type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection
    disableMasking: true
    scalars: { ID: string; DateTime: string; Date: string; Decimal: string }
  }>
>

/**
 * A document is its text: it was checked when this was built, and the server reads it, so no parser goes along. The text
 * is kept in parts, each fragment one, so that a fragment that came by two ways is sent once.
 */
const PARTS = Symbol('parts')

type Parted = TadaDocumentNode<unknown, never>

const partsOf = (document: Parted): readonly string[] =>
  (document as unknown as { readonly [PARTS]: readonly string[] })[PARTS]

export const textOf = (document: Parted): string => partsOf(document).join('\n')

const written = (text: string, fragments: readonly Parted[] = []) => ({
  [PARTS]: [...new Set([text, ...fragments.flatMap(partsOf)])],
})

export const graphql = written as unknown as Graphql

/** A document whose text was made from a description, and whose types are said by whoever made it. */
export const documentOf = <Data, Variables>(text: string): TadaDocumentNode<Data, Variables> =>
  written(text) as unknown as TadaDocumentNode<Data, Variables>

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
