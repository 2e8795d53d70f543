/** The last tries of all endpoints, the latest first. */
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Panel } from '../parts/panel.tsx'
import { AttemptTable } from './attempt-table.tsx'
import type { Attempt } from './endpoint.ts'

const LATEST = 10

interface LatestAttemptsProps<Endpoint, One extends Attempt> {
  readonly endpoints: readonly (Endpoint & { readonly attemptList: readonly One[] })[]
  readonly linkTo: (endpoint: Endpoint, attempt: One) => LinkProps
  /** A column of its own: to which endpoint, or of which operator. */
  readonly beside: { readonly name: string; readonly of: (endpoint: Endpoint, attempt: One) => ReactNode }
}

export const LatestAttempts = <Endpoint, One extends Attempt>({
  endpoints,
  linkTo,
  beside,
}: LatestAttemptsProps<Endpoint, One>) => {
  const attempts = endpoints
    .flatMap((endpoint) => endpoint.attemptList.map((attempt) => ({ ...attempt, endpoint })))
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, LATEST)
  return attempts.length === 0 ? null : (
    <Panel title="Last attempts" hint="an endpoint’s log has 30 days">
      <AttemptTable
        label="Last attempts"
        attempts={attempts}
        opened={undefined}
        linkTo={(attempt) => linkTo(attempt.endpoint, attempt)}
        beside={{ name: beside.name, of: (attempt) => beside.of(attempt.endpoint, attempt) }}
      />
    </Panel>
  )
}
