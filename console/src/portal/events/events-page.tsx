/** Events of an application: every operator that connected it tells its endpoints of changes (events §2). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { DeliveryPanel, isTried } from '../../endpoints/delivery-panel.tsx'
import { conditionOf, delayOf, spanOf } from '../../endpoints/endpoint.ts'
import { EndpointName, HearsCell } from '../../endpoints/endpoint-cells.tsx'
import { EndpointState } from '../../endpoints/endpoint-state.tsx'
import { FailingNotes } from '../../endpoints/failing-notes.tsx'
import { LatestAttempts } from '../../endpoints/latest-attempts.tsx'
import { NewEndpointDrawer } from '../../endpoints/new-endpoint-drawer.tsx'
import { RateBar } from '../../endpoints/rate-bar.tsx'
import type { EndpointSearch } from '../../endpoints/search.ts'
import { useIsUnderWay } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Empty } from '../../states/empty.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { ApplicationFrame } from '../application-frame.tsx'
import type { Application } from '../queries.ts'
import { ApplicationEndpointDrawer } from './application-endpoint-drawer.tsx'
import { ApplicationEndpointForm } from './application-endpoint-form.tsx'
import { eventsLink, useGoToEvents } from './endpoint-links.ts'
import { type AllFigures, ENDPOINT_CREATE, ENDPOINTS, type ListedEndpoint } from './queries.ts'

const REFRESH_MS = 15_000
const MAX_ENDPOINTS = 10
const LISTEN = 'airside listen --forward http://localhost:3000/hook'

interface OfApplication {
  readonly application: Application
}

const EndpointRow = ({ application, endpoint, isOpen }: OfApplication & EndpointRowProps) => (
  <Row isLink isOpen={isOpen}>
    <EndpointName endpoint={endpoint} link={eventsLink(application.clientId, { open: endpoint.webhookId })} />
    <Cell label="Environment">
      {endpoint.environment === 'sandbox' ? <Tag tone="sandbox">Sandbox</Tag> : <Tag tone="line">Production</Tag>}
    </Cell>
    <HearsCell endpoint={endpoint} />
    <Cell label="7 days">
      <RateBar figures={endpoint.figures} />
    </Cell>
    <Cell label="Delay">
      <span className="two-lines">
        <span>{delayOf(endpoint) ?? '–'}</span>
        {endpoint.figures.delayP95Ms !== null && (
          <span className="small muted">95 % {spanOf(endpoint.figures.delayP95Ms)}</span>
        )}
      </span>
    </Cell>
    <Cell label="State">
      <span className="two-lines">
        <EndpointState condition={conditionOf(endpoint, false)} since={endpoint.switchedOffAt} />
        {endpoint.leftMakerName !== null && <span className="small">made by {endpoint.leftMakerName}, who left</span>}
      </span>
    </Cell>
  </Row>
)

interface EndpointRowProps {
  readonly endpoint: ListedEndpoint
  readonly isOpen: boolean
}

const COLUMNS = ['Endpoint', 'Environment', 'Hears', '7 days', 'Delay', 'State'] as const

const Listen = () => (
  <Panel title="No public address? Listen" aside={<CopyButton text={LISTEN} />}>
    <div className="panel-body stack-tight">
      <p>Follows the change feed from your machine and posts to a local address, signed like the real thing.</p>
      <pre className="code-lines">{LISTEN}</pre>
    </div>
  </Panel>
)

interface EndpointsProps {
  readonly endpoints: readonly ListedEndpoint[]
  /** Of all of them together. */
  readonly figures: AllFigures | undefined
}

/** Nothing where nothing was sent. */
const Deliveries = ({ endpoints, figures }: EndpointsProps) =>
  figures && isTried(figures) ? (
    <Panel title="Deliveries" hint={endpoints.length === 1 ? '48 hours' : '48 hours, all endpoints'}>
      <div className="panel-body">
        <DeliveryPanel figures={figures} waiting={endpoints.reduce((sum, { waitingCount }) => sum + waitingCount, 0)} />
      </div>
    </Panel>
  ) : null

const Endpoints = ({ application, endpoints, figures }: OfApplication & EndpointsProps) => {
  const search = useSearch({ strict: false }) as EndpointSearch
  const go = useGoToEvents(application.clientId)
  const linkToTry = ({ webhookId }: ListedEndpoint, { attemptId }: { readonly attemptId: string }) =>
    eventsLink(application.clientId, { open: webhookId, attempt: attemptId })
  return (
    <>
      <FailingNotes endpoints={endpoints} linkTo={linkToTry} />
      {endpoints.length === 0 ? (
        <section className="panel" aria-label="Endpoints">
          <Empty
            icon="hook"
            title="Hear about changes as they happen"
            action={<Link {...eventsLink(application.clientId, { new: true })}>Add an endpoint</Link>}
          >
            An endpoint hears of every operator that connected {application.name}, with what each allowed. Or keep
            reading the change feed, which misses nothing either.
          </Empty>
        </section>
      ) : (
        <Panel
          title="Endpoints"
          hint={`each hears every operator that connected ${application.name}`}
          aside={
            <Button size="xs" variant="filled" leftSection={<Icon name="plus" />} onClick={() => go({ new: true })}>
              Add an endpoint
            </Button>
          }
        >
          <Table tall fitsFrom={760} label="Endpoints" columns={COLUMNS}>
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.webhookId}
                application={application}
                endpoint={endpoint}
                isOpen={endpoint.webhookId === search.open}
              />
            ))}
          </Table>
          <div className="table-foot small muted">
            {endpoints.length} of {MAX_ENDPOINTS}
          </div>
        </Panel>
      )}
      <Deliveries endpoints={endpoints} figures={figures} />
      <LatestAttempts
        endpoints={endpoints}
        linkTo={linkToTry}
        beside={{ name: 'Operator', of: (_endpoint, { operatorId }) => operatorId }}
      />
      <Listen />
      <NewEndpointDrawer
        isOpen={search.new === true}
        isCreating={useIsUnderWay(ENDPOINT_CREATE)}
        onClose={(made) => go(made === undefined ? {} : { open: made })}
      >
        {(onMade, onCancel) => {
          const form = { application, changed: null, onMade }
          return <ApplicationEndpointForm {...form} onChanged={onCancel} onCancel={onCancel} />
        }}
      </NewEndpointDrawer>
      <ApplicationEndpointDrawer application={application} search={search} />
    </>
  )
}

const Events = ({ application }: OfApplication) => {
  const query = useQuery({
    ...queryOf(ENDPOINTS, { clientId: application.clientId }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Loaded query={query}>
      {({ application: found }) => (
        <Endpoints application={application} endpoints={found?.webhookList ?? []} figures={found?.webhookFigures} />
      )}
    </Loaded>
  )
}

export const EventsPage = () => (
  <ApplicationFrame tab="Events">{(application) => <Events application={application} />}</ApplicationFrame>
)
