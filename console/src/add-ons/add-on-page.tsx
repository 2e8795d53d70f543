/** One add-on: its scopes, use and state, and how to narrow or disconnect it. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Logo } from '../parts/logo.tsx'
import { OutsideLink } from '../parts/outside-link.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Note } from '../states/note.tsx'
import { counted } from '../text/count.ts'
import { AnswersFor } from './answers-for.tsx'
import { Connection } from './connection.tsx'
import { SUSPENDED_HERE } from './connection-state.ts'
import { ConnectionTag } from './connection-tag.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { GrantedScopes } from './granted-scopes.tsx'
import { kindInWords } from './kinds.ts'
import { OfferedAircraft } from './offered-aircraft.tsx'
import { ProviderChanges } from './provider-changes.tsx'
import { ADD_ON, type AddOn } from './queries.ts'
import { OutcomePanel } from './usage/outcome-panel.tsx'
import { RecentRequests } from './usage/recent-requests.tsx'
import { RecordsTouched } from './usage/records-touched.tsx'
import { TokenPanel } from './usage/token-panel.tsx'
import { UsageFigures } from './usage/usage-figures.tsx'
import { PERIODS } from './usage/usage-search.ts'

const REFRESH_MS = 10_000

const Crumb = ({ name }: { readonly name: string }) => (
  <nav className="crumb" aria-label="Breadcrumb">
    <Link to="/add-ons">Add-ons</Link>
    <Icon name="chevron" />
    <span>{name}</span>
  </nav>
)

const Head = ({ addOn, onDisconnect }: { readonly addOn: AddOn; readonly onDisconnect: () => void }) => {
  const viewer = useViewer()
  return (
    <PageHead
      title={addOn.name}
      above={<Crumb name={addOn.name} />}
      mark={<Logo name={addOn.name} path={addOn.logoPath} />}
      badge={<ConnectionTag addOn={addOn} />}
      about={
        <>
          {kindInWords(addOn.kind)} by {addOn.provider} · <OutsideLink href={addOn.website} />
        </>
      }
      actions={
        mayDo(viewer, 'add-on:write') && (
          <Button variant="outline" color="red" onClick={onDisconnect}>
            Disconnect
          </Button>
        )
      }
    />
  )
}

const NotConnected = () => (
  <>
    <PageHead title="Not connected" above={<Crumb name="Not connected" />} />
    <div className="panel">
      <Empty icon="plug" title="This application is not connected here" action={<Link to="/add-ons">All add-ons</Link>}>
        It may have been disconnected a moment ago. Its tokens no longer work at this address.
      </Empty>
    </div>
  </>
)

const Detail = ({ addOn }: { readonly addOn: AddOn }) => {
  const [isDisconnecting, setDisconnecting] = useState(false)
  const { period = 'fortnight' } = useSearch({ from: '/add-ons/$clientId' })
  return (
    <>
      <Head addOn={addOn} onDisconnect={() => setDisconnecting(true)} />
      {addOn.isSuspendedHere && (
        <Note tone="fail" icon="alert">
          {SUSPENDED_HERE} Its refresh tokens rest meanwhile. Ask them for the reason.
        </Note>
      )}
      {!addOn.isSuspendedHere && (addOn.suspendedPersonCount ?? 0) > 0 && (
        <Note tone="attention" icon="alert">
          Whoever runs this service suspended it for {counted(addOn.suspendedPersonCount ?? 0, 'person', 'people')}. It
          works for the others.
        </Note>
      )}
      <UsageFigures usage={addOn.usage} lastUsedAt={addOn.lastUsedAt} />
      <div className="columns">
        <div>
          <OutcomePanel
            usage={addOn.usage}
            asked={period}
            periodLink={(name) => ({
              to: '/add-ons/$clientId',
              params: { clientId: addOn.clientId },
              search: { period: name },
            })}
          />
          <RecordsTouched usage={addOn.usage} />
          <RecentRequests requests={addOn.recentRequestList} />
        </div>
        <div>
          <TokenPanel gauge={addOn.fullestGauge} gaugeCount={addOn.tokenGaugeList.length} usage={addOn.usage} />
          <AnswersFor addOn={addOn} />
          <OfferedAircraft addOn={addOn} />
          <GrantedScopes addOn={addOn} />
          <Connection addOn={addOn} />
          <ProviderChanges addOn={addOn} />
        </div>
      </div>
      <DisconnectDialog addOn={addOn} isOpen={isDisconnecting} onClose={() => setDisconnecting(false)} />
    </>
  )
}

const LoadedAddOn = () => {
  const { clientId } = useParams({ from: '/add-ons/$clientId' })
  const { period = 'fortnight' } = useSearch({ from: '/add-ons/$clientId' })
  const query = useQuery({
    ...queryOf(ADD_ON, { clientId, period: PERIODS[period].period }),
    refetchInterval: REFRESH_MS,
    // While another period of the same add-on loads, the page stays.
    placeholderData: (earlier) => (earlier?.addOn?.clientId === clientId ? earlier : undefined),
  })
  return <Loaded query={query}>{({ addOn }) => (addOn ? <Detail addOn={addOn} /> : <NotConnected />)}</Loaded>
}

export const AddOnPage = () => (
  <AdminsOnly scope="add-on:read" title="Add-on">
    <LoadedAddOn />
  </AdminsOnly>
)
