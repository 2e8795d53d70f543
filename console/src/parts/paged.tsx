/** A paged list in its states: on its way, failed, empty, here, with more to come. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Pages } from '../graph/pages.ts'
import { FailureNote } from './failure-note.tsx'
import { Loading } from './loading.tsx'

interface PagedProps<Node> {
  readonly pages: Pages<Node>
  readonly label: string
  readonly empty: ReactNode
  readonly moreLabel: string
  readonly children: (nodes: readonly Node[]) => ReactNode
}

export const Paged = <Node,>({ pages: { query, nodes }, label, empty, moreLabel, children }: PagedProps<Node>) => {
  if (!nodes) return query.isError ? <FailureNote error={query.error} onRetry={() => query.refetch()} /> : <Loading />
  return (
    <section className="panel" aria-label={label}>
      {nodes.length === 0 ? empty : children(nodes)}
      {query.isError && <FailureNote error={query.error} onRetry={() => query.fetchNextPage()} />}
      {query.hasNextPage && (
        <div className="table-foot">
          <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {moreLabel}
          </Button>
        </div>
      )}
    </section>
  )
}
