/** A paged list: the nodes loaded so far, and the next page on request. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TadaDocumentNode } from 'gql.tada'
import { useEffect } from 'react'
import { ask } from './ask.ts'
import { textOf } from './graphql.ts'

export interface Page<Node> {
  readonly nodeList: readonly Node[]
  readonly pageInfo: { readonly hasMore: boolean; readonly endCursor: string | null }
}

export interface PageAsked {
  readonly first: number
  readonly after: string | null
}

const PAGE_SIZE = 50
/** The largest page of the server, for reading whole lists. */
const MAX_PAGE_SIZE = 500

/** Every node of a list, page after page. */
export const allNodes = async <Data, Variables, Node>(
  document: TadaDocumentNode<Data, Variables>,
  variablesFor: (page: PageAsked) => Variables,
  pageOf: (data: Data) => Page<Node>,
): Promise<Node[]> => {
  const nodes: Node[] = []
  for (let after: string | null = null, isMore = true; isMore; ) {
    const page: Page<Node> = pageOf(await ask(document, variablesFor({ first: MAX_PAGE_SIZE, after })))
    nodes.push(...page.nodeList)
    after = page.pageInfo.endCursor
    isMore = page.pageInfo.hasMore && after !== null
  }
  return nodes
}

export const usePages = <Data, Variables, Node>(
  document: TadaDocumentNode<Data, Variables>,
  variablesFor: (page: PageAsked) => Variables,
  pageOf: (data: Data) => Page<Node>,
) => {
  const query = useInfiniteQuery({
    queryKey: [textOf(document), variablesFor({ first: PAGE_SIZE, after: null })],
    queryFn: ({ pageParam, signal }) => ask(document, variablesFor({ first: PAGE_SIZE, after: pageParam }), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (data: Data) => {
      const { pageInfo } = pageOf(data)
      return pageInfo.hasMore ? pageInfo.endCursor : null
    },
  })
  return { query, nodes: query.data?.pages.flatMap((data) => pageOf(data).nodeList) }
}

export type Pages<Node> = ReturnType<typeof usePages<unknown, unknown, Node>>

/** Reads page after page where every row is needed. */
export const useWhole = ({ query }: Pick<Pages<unknown>, 'query'>, isNeeded: boolean): void => {
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  useEffect(() => {
    if (isNeeded && hasNextPage && !isFetchingNextPage && !isError) fetchNextPage()
  }, [isNeeded, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
}
