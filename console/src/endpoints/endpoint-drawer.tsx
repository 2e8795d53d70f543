/** The drawer beside the list of endpoints: one endpoint, one try of it, its form, or its new secret, once. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useIsUnderWay } from '../graph/change.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { WEBHOOK_SECRET_ROTATE } from './changes.ts'
import { type Attempt, nameOf, tryWord } from './endpoint.ts'
import { Rotated, type RotatedSecret } from './rotated.tsx'
import type { EndpointSearch } from './search.ts'

interface Shown<One extends Attempt> {
  readonly url: string
  readonly description: string
  readonly attemptList: readonly One[]
}

interface EndpointDrawerProps<One extends Attempt, Endpoint extends Shown<One>> {
  readonly search: EndpointSearch
  readonly query: UseQueryResult<{ readonly webhook: Endpoint | null }>
  readonly onClose: () => void
  readonly children: (
    endpoint: Endpoint,
    attempt: Endpoint['attemptList'][number] | undefined,
    onRotated: (made: RotatedSecret) => void,
  ) => ReactNode
}

export const EndpointDrawer = <One extends Attempt, Endpoint extends Shown<One>>({
  search,
  query,
  onClose,
  children,
}: EndpointDrawerProps<One, Endpoint>) => {
  const [made, setMade] = useState<RotatedSecret | null>(null)
  const isRotating = useIsUnderWay(WEBHOOK_SECRET_ROTATE)
  const endpoint = query.data?.webhook
  const attempt = endpoint?.attemptList.find(({ attemptId }) => attemptId === search.attempt)
  const name = endpoint ? nameOf(endpoint) : 'Endpoint'
  return (
    <SideDrawer
      title={attempt ? `${attempt.type}, ${tryWord(attempt.number)}` : name}
      isOpen={search.open !== undefined}
      isWide={!search.change && made === null}
      isClosable={!isRotating && (made === null || made.secret === null)}
      onClose={() => {
        setMade(null)
        onClose()
      }}
    >
      {made !== null && <Rotated made={made} onDone={() => setMade(null)} />}
      {(made === null || made.secret === null) && (
        <Loaded query={query} rows={3}>
          {() =>
            endpoint ? children(endpoint, attempt, setMade) : <Empty icon="hook" title="There is no such endpoint" />
          }
        </Loaded>
      )}
    </SideDrawer>
  )
}
