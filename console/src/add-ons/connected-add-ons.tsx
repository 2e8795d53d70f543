/** Lists connected applications with their scopes, use and who allowed them. */

import { Link } from '@tanstack/react-router'
import { OutcomeSpark } from '../charts/outcome-spark.tsx'
import { TokenMeter } from '../charts/token-meter.tsx'
import { ApplicationEntity } from '../parts/application-entity.tsx'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Empty } from '../states/empty.tsx'
import { counted } from '../text/count.ts'
import { changedAreas, seenAreas } from '../text/scope-words.ts'
import { connectionState, SUSPENDED_HERE } from './connection-state.ts'
import { ConnectionTag } from './connection-tag.tsx'
import { kindInWords } from './kinds.ts'
import type { ConnectedAddOn } from './queries.ts'

const Access = ({ addOn }: { readonly addOn: ConnectedAddOn }) => {
  const scopes = addOn.scopeList.map(({ scope }) => scope)
  const changed = changedAreas(scopes)
  return (
    <span className="two-lines">
      <span>{seenAreas(scopes) || 'Sees nothing'}</span>
      {changed === '' ? (
        <span className="small muted">sees only</span>
      ) : (
        <span className="small with-icon">
          <Icon name="pencil" />
          {changed}
        </span>
      )}
    </span>
  )
}

const AllowedBy = ({ addOn }: { readonly addOn: ConnectedAddOn }) => (
  <span className="two-lines small">
    <span>
      {addOn.personCount === null
        ? addOn.connectedBy && `${addOn.connectedBy.name} ${addOn.connectedBy.surname}`
        : counted(addOn.personCount, 'person', 'people')}
    </span>
    <span className="muted">
      {addOn.personCount === null ? <Moment at={addOn.connectedAt} as="day" /> : 'for themselves'}
    </span>
  </span>
)

const AddOnRow = ({ addOn }: { readonly addOn: ConnectedAddOn }) => (
  <Row>
    <NameCell>
      <ApplicationEntity
        name={addOn.name}
        logoPath={addOn.logoPath}
        shownName={
          <Link to="/add-ons/$clientId" params={{ clientId: addOn.clientId }}>
            {addOn.name}
          </Link>
        }
        below={
          <>
            <span className="small muted">{kindInWords(addOn.kind)}</span>
            {connectionState(addOn) !== 'connected' && <ConnectionTag addOn={addOn} />}
            {addOn.isSuspendedHere && <span className="small">{SUSPENDED_HERE}</span>}
            {!addOn.isSuspendedHere && (addOn.suspendedPersonCount ?? 0) > 0 && (
              <span className="small">
                Suspended by the host for {counted(addOn.suspendedPersonCount ?? 0, 'person', 'people')}
              </span>
            )}
          </>
        }
      />
    </NameCell>
    <Cell label="Access" kind="wide">
      <Access addOn={addOn} />
    </Cell>
    <Cell label="Tokens">
      {addOn.fullestGauge ? (
        <TokenMeter active={addOn.fullestGauge.active} most={addOn.fullestGauge.most} />
      ) : (
        <span className="muted">none</span>
      )}
    </Cell>
    <Cell label="Last used">
      {addOn.lastUsedAt === null ? <span className="muted">never</span> : <Moment at={addOn.lastUsedAt} />}
    </Cell>
    <Cell label="7 days, by outcome" kind="wide">
      <OutcomeSpark buckets={addOn.usage.bucketList} />
    </Cell>
    <Cell label="Allowed by">
      <AllowedBy addOn={addOn} />
    </Cell>
  </Row>
)

interface ConnectedAddOnsProps {
  readonly addOns: readonly ConnectedAddOn[]
  readonly isFiltered: boolean
}

const NothingConnected = () => (
  <Empty
    icon="plug"
    title="No application is connected"
    action={
      <Link to="/add-ons" search={{ show: 'available' }}>
        See what can be connected
      </Link>
    }
  >
    A connected application reaches your data with the scopes an administrator allowed. Your own systems use API keys.
  </Empty>
)

export const ConnectedAddOns = ({ addOns, isFiltered }: ConnectedAddOnsProps) => (
  <section className="panel" aria-label="Connected applications">
    {addOns.length > 0 ? (
      <Table
        tall
        fitsFrom={900}
        label="Connected applications"
        columns={['Application', 'Access', 'Tokens', 'Last used', '7 days, by outcome', 'Allowed by']}
      >
        {addOns.map((addOn) => (
          <AddOnRow key={addOn.clientId} addOn={addOn} />
        ))}
      </Table>
    ) : isFiltered ? (
      <Empty icon="search" title="No connected application matches" action={<Link to="/add-ons">Show all</Link>} />
    ) : (
      <NothingConnected />
    )}
  </section>
)
