/** Facts of a key: tokens, use, gauge, expiry, creator, and advice. */
import { useQuery } from '@tanstack/react-query'
import { OutcomeSpark } from '../charts/outcome-spark.tsx'
import { TokenMeter } from '../charts/token-meter.tsx'
import { queryOf } from '../graph/query.ts'
import { Moment, MomentOrNever } from '../parts/moment.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Note } from '../states/note.tsx'
import { timeLeft } from '../text/instant.ts'
import { responseTimes } from '../text/response-times.ts'
import { keyName } from './key-name.ts'
import { type ApiKey, FLEET } from './queries.ts'

const RefreshTokens = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const { environment } = useViewer()
  return (
    <>
      <dt>{apiKey.refreshTokenList.length > 1 ? 'Refresh tokens' : 'Refresh token'}</dt>
      <dd className="stack-tight">
        {apiKey.refreshTokenList.length === 0 && <span className="muted">none alive</span>}
        {apiKey.refreshTokenList.map(({ refreshTokenId, lastFour, active, most, expiresAt }, index) => (
          <span key={refreshTokenId} className="stack-tight">
            <code>{keyName(environment, lastFour)}</code>
            {index > 0 && expiresAt !== null && (
              <span className="small muted">the old one, ends {timeLeft(new Date(expiresAt), new Date())}</span>
            )}
            <TokenMeter active={active} most={most} />
          </span>
        ))}
      </dd>
    </>
  )
}

const Aircraft = ({ ids }: { readonly ids: readonly string[] }) => {
  const viewer = useViewer()
  const { data } = useQuery({ ...queryOf(FLEET, {}), enabled: mayDo(viewer, 'aircraft:read') })
  const registrations = new Map(data?.aircraftList.nodeList.map((one) => [one.aircraftId, one.registration]))
  return <span className="mono">{ids.map((id) => registrations.get(id) ?? id).join(' ')}</span>
}

const Life = ({ apiKey }: { readonly apiKey: ApiKey }) => (
  <>
    <dt>Last used</dt>
    <dd>
      <MomentOrNever at={apiKey.lastUsedAt} />
    </dd>
    <dt>{apiKey.state === 'REVOKED' ? 'Revoked' : 'Expires'}</dt>
    <dd>
      {apiKey.revokedAt !== null ? (
        <Moment at={apiKey.revokedAt} as="full" />
      ) : apiKey.expiresAt === null ? (
        'never'
      ) : (
        <Moment at={apiKey.expiresAt} as="full" />
      )}
    </dd>
    <dt>Made</dt>
    <dd>
      <Moment at={apiKey.createdAt} as="full" />
      <br />
      <span className="small muted">
        {apiKey.createdBy ? `by ${apiKey.createdBy.name} ${apiKey.createdBy.surname}` : 'at the host’s command line'}
      </span>
    </dd>
  </>
)

export const KeyFacts = ({ apiKey }: { readonly apiKey: ApiKey }) => (
  <>
    {apiKey.isUnused && apiKey.state === 'ACTIVE' && (
      <Note tone="attention" icon="alert">
        <b>Not used for 30 days.</b> A key does not end by disuse. If nothing needs it any more, revoke it.
      </Note>
    )}
    {apiKey.state === 'EXPIRED' && (
      <Note tone="attention" icon="clock">
        <b>Expired.</b> It gets no new tokens.
      </Note>
    )}
    <dl className="facts">
      <RefreshTokens apiKey={apiKey} />
      {apiKey.aircraftIdList !== null && (
        <>
          <dt>Aircraft</dt>
          <dd>
            <Aircraft ids={apiKey.aircraftIdList} /> only
          </dd>
        </>
      )}
      {apiKey.networkList !== null && (
        <>
          <dt>Comes from</dt>
          <dd>
            {apiKey.networkList.map((network) => (
              <div key={network}>
                <code>{network}</code>
              </div>
            ))}
          </dd>
        </>
      )}
      <dt>Last 14 days</dt>
      <dd>
        <OutcomeSpark buckets={apiKey.usage.bucketList} />
      </dd>
      {apiKey.recentRequestList.length > 0 && (
        <>
          <dt>Response time</dt>
          <dd>{responseTimes(apiKey.recentRequestList)}</dd>
        </>
      )}
      <Life apiKey={apiKey} />
      {apiKey.firstRequest && (
        <>
          <dt>First request</dt>
          <dd>
            <Moment at={apiKey.firstRequest.at} /> <code>{apiKey.firstRequest.requestId}</code>
          </dd>
        </>
      )}
    </dl>
  </>
)
