/** A paged list in its states: loading, failed, empty, partly loaded, complete. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Pages, useWhole } from '../graph/pages.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { FirstReadFailure } from '../states/first-read-failure.tsx'
import { Loading } from '../states/loading.tsx'
import { grouped } from '../text/count.ts'

interface PagedProps<Node> {
  readonly pages: Pages<Node>
  readonly label: string
  readonly empty: ReactNode
  /** What its rows are: "flight", "flights". */
  readonly noun: readonly [one: string, many: string]
  /** A filter or an order needs every row: pages are read without asking. */
  readonly isWholeNeeded?: boolean
  /** What can be done with the whole list. */
  readonly action?: ReactNode
  readonly children: (nodes: readonly Node[]) => ReactNode
}

/** Where the list ends, or that it goes on. */
const endOf = (count: number, [one, many]: readonly [string, string], isMore: boolean): string => {
  const counted = `${grouped(count)} ${count === 1 ? one : many}`
  return isMore ? `The first ${counted}; there are more` : `${counted}, all shown`
}

export const Paged = <Node,>({
  pages,
  label,
  empty,
  noun,
  isWholeNeeded = false,
  action,
  children,
}: PagedProps<Node>) => {
  const { query, nodes } = pages
  useWhole(pages, isWholeNeeded)
  if (!nodes)
    return query.isError ? <FirstReadFailure error={query.error} onRetry={() => query.refetch()} /> : <Loading />
  return (
    <section className="panel" aria-label={label}>
      {nodes.length === 0 ? empty : children(nodes)}
      <FailureNote error={query.error} onRetry={() => query.fetchNextPage()} />
      {nodes.length > 0 && (
        <div className="table-foot small muted">
          <span role="status">{endOf(nodes.length, noun, query.hasNextPage)}</span>
          {action && <div className="push">{action}</div>}
          {query.hasNextPage && (
            <div className={action ? undefined : 'push'}>
              <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  )
}
