/** Lists keys with scopes, active tokens, last use, and warnings. */
import { Link } from '@tanstack/react-router'
import { OutcomeSpark } from '../charts/outcome-spark.tsx'
import { TokenMeter } from '../charts/token-meter.tsx'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { counted } from '../text/count.ts'
import { timeLeft } from '../text/instant.ts'
import { scopeCounts } from '../text/scope-words.ts'
import { keyName } from './key-name.ts'
import type { ListedKey } from './queries.ts'

const Life = ({ listed }: { readonly listed: ListedKey }) => {
  const ending = listed.refreshTokenList.slice(1).find(({ expiresAt }) => expiresAt !== null)?.expiresAt
  if (ending != null) return `rotated, the old one ends ${timeLeft(new Date(ending), new Date())}`
  if (listed.expiresAt === null) return 'no expiry'
  return (
    <>
      to <Moment at={listed.expiresAt} as="day" />
    </>
  )
}

const Access = ({ listed }: { readonly listed: ListedKey }) => {
  const { read, write } = scopeCounts(listed.scopeList.map(({ scope }) => scope))
  return (
    <span className="two-lines">
      <span>
        {read > 0 && `${read} read`}
        {read > 0 && write > 0 && ', '}
        {write > 0 && <b>{write} write</b>}
      </span>
      <span className="small muted">
        <Life listed={listed} />
        {listed.aircraftIdList !== null && `, ${counted(listed.aircraftIdList.length, 'aircraft', 'aircraft')} only`}
      </span>
    </span>
  )
}

const StateTag = ({ listed }: { readonly listed: ListedKey }) => {
  if (listed.state === 'REVOKED') return <Tag>Revoked</Tag>
  if (listed.state === 'SUSPENDED') return <Tag>Suspended by Airside</Tag>
  if (listed.state === 'EXPIRED') return <Tag>Expired</Tag>
  return listed.isUnused ? <Tag tone="solid">Unused for 30 days</Tag> : null
}

const KeyRow = ({ listed }: { readonly listed: ListedKey }) => {
  const { environment } = useViewer()
  const token = listed.refreshTokenList[0]
  return (
    <Row>
      <NameCell>
        <span className="two-lines">
          <span className="row">
            <Link className="entity-link" to="/api-keys" search={(search) => ({ ...search, key: listed.apiKeyId })}>
              {listed.label}
            </Link>
            <StateTag listed={listed} />
          </span>
          {token && <code className="small">{keyName(environment, token.lastFour)}</code>}
        </span>
      </NameCell>
      <Cell label="Access">
        <Access listed={listed} />
      </Cell>
      <Cell label="Tokens">
        {listed.fullestGauge ? (
          <TokenMeter active={listed.fullestGauge.active} most={listed.fullestGauge.most} />
        ) : (
          <span className="muted">none</span>
        )}
      </Cell>
      <Cell label="7 days, by outcome" kind="wide">
        <OutcomeSpark buckets={listed.usage.bucketList} />
      </Cell>
      <Cell label="Last used">
        {listed.lastUsedAt === null ? <span className="muted">never</span> : <Moment at={listed.lastUsedAt} />}
      </Cell>
    </Row>
  )
}

interface KeyTableProps {
  readonly keys: readonly ListedKey[]
  readonly includeRevoked: boolean
}

export const KeyTable = ({ keys, includeRevoked }: KeyTableProps) => (
  <section className="panel" aria-label="Keys">
    {keys.length === 0 ? (
      <Empty
        icon="key"
        title="No key yet"
        action={
          <Link to="/api-keys" search={{ new: true }}>
            Make the first one
          </Link>
        }
      >
        With a key a system of your own gets access tokens: two lines of curl, and the first answer is there.
      </Empty>
    ) : (
      <Table tall fitsFrom={720} label="Keys" columns={['Key', 'Access', 'Tokens', '7 days, by outcome', 'Last used']}>
        {keys.map((listed) => (
          <KeyRow key={listed.apiKeyId} listed={listed} />
        ))}
      </Table>
    )}
    <div className="table-foot small">
      <Link to="/api-keys" search={includeRevoked ? {} : { revoked: true }}>
        {includeRevoked ? 'Hide revoked keys' : 'Show revoked keys too'}
      </Link>
    </div>
  </section>
)
