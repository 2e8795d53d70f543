/** What a member made and knows, before they are removed: it goes on, and somebody looks at each. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { PlaceLink } from '../../platform/place-link.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { LEFT_BEHIND } from './queries.ts'

interface LeftBehindProps {
  readonly userId: string
  readonly isSelf: boolean
}

export const LeftBehind = ({ userId, isSelf }: LeftBehindProps) => {
  const { data, error } = useQuery(queryOf(LEFT_BEHIND, { userId }))
  const left = data?.leftBehindList ?? []
  if (error) return <FailureNote error={error} what="What they made was not read." />
  if (left.length === 0) return null
  return (
    <>
      <p>
        What {isSelf ? 'you' : 'they'} made or know <b>goes on</b>. Owners are told by mail to look at each:
      </p>
      <ul>
        {left.map(({ clientId, applicationName, webhookId, environment, host, lastFour }) => (
          <li key={webhookId ?? `${clientId} ${lastFour}`}>
            {webhookId === null ? (
              <PlaceLink to={`/applications/${clientId}/credentials`}>
                Client secret …{lastFour} of {applicationName}
              </PlaceLink>
            ) : (
              <PlaceLink to={`/applications/${clientId}/events?open=${webhookId}`}>
                Endpoint at {host} of {applicationName}, {environment}
              </PlaceLink>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
