/** Waits for the first request of a new or rotated key, and shows it when it arrives. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../states/note.tsx'
import { API_KEY, type ApiKey } from '../queries.ts'

export type Awaits = 'first request' | 'first use of the new token'

const POLL_MS = 2000

interface Arrival {
  readonly at: string
  readonly requestId: string | null
}

const arrivalOf = (key: ApiKey | null | undefined, awaits: Awaits): Arrival | null => {
  if (!key) return null
  if (awaits === 'first request') return key.firstRequest
  const usedAt = key.refreshTokenList[0]?.lastUsedAt
  return usedAt == null ? null : { at: usedAt, requestId: null }
}

export const Awaited = ({ apiKeyId, awaits }: { readonly apiKeyId: string; readonly awaits: Awaits }) => {
  const { data, isError, isFetchedAfterMount } = useQuery({
    ...queryOf(API_KEY, { apiKeyId }),
    staleTime: 0,
    refetchInterval: (query) => (arrivalOf(query.state.data?.apiKey, awaits) ? false : POLL_MS),
  })
  // What was read before may be about the token that this one replaces.
  const arrival = isFetchedAfterMount ? arrivalOf(data?.apiKey, awaits) : null
  if (arrival) {
    return (
      <Note tone="good" icon="circleCheck" role="status">
        <b>
          {awaits === 'first request' ? 'First request received' : 'New token used'}{' '}
          <Moment at={arrival.at} as="seconds" />
        </b>
        {arrival.requestId !== null && (
          <>
            <br />
            Request id <code>{arrival.requestId}</code>
          </>
        )}
      </Note>
    )
  }
  return (
    <Note icon="clock" role="status">
      <b>Waiting for the {awaits}.</b>{' '}
      {isError ? 'The server is not reached just now; the panel keeps trying.' : 'This panel changes by itself.'}
    </Note>
  )
}
