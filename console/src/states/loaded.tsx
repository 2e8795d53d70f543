/** A read in its three states: on its way, failed, here. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FailureNote } from './failure-note.tsx'
import { FirstReadFailure } from './first-read-failure.tsx'
import { Loading } from './loading.tsx'

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly rows?: number
  readonly children: (data: Data) => ReactNode
}

/** Data that was here stays while a later read fails: the note above it says that it is not new. */
export const Loaded = <Data,>({ query, rows, children }: LoadedProps<Data>) => {
  if (query.data === undefined) {
    return query.isError ? (
      <FirstReadFailure error={query.error} onRetry={() => query.refetch()} />
    ) : (
      <Loading {...(rows === undefined ? {} : { rows })} />
    )
  }
  return (
    <>
      <FailureNote error={query.error} stale="This is not up to date." onRetry={() => query.refetch()} />
      {children(query.data)}
    </>
  )
}
