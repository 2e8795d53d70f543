/** A cached query: the same document with the same variables is requested once. */
import { queryOptions } from '@tanstack/react-query'
import type { TadaDocumentNode } from 'gql.tada'
import { ask } from './ask.ts'
import { textOf } from './graphql.ts'

export const queryOf = <Data, Variables>(document: TadaDocumentNode<Data, Variables>, variables: Variables) =>
  queryOptions({
    queryKey: [textOf(document), variables],
    queryFn: ({ signal }) => ask(document, variables, signal),
  })

/** What a page offers to choose from and changes elsewhere, such as the fleet: a change on the page leaves it as it is. */
export const choiceOf = <Data, Variables>(document: TadaDocumentNode<Data, Variables>, variables: Variables) => ({
  ...queryOf(document, variables),
  meta: { isChoice: true },
})
