/** Events of an application: every operator that connected it tells its endpoints of changes (events §2). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsUnderWay } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SideDrawer } from '../../parts/side-drawer.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Empty } from '../../states/empty.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { counted } from '../../text/count.ts'
import { AttemptTable } from '../../webhooks/attempt-table.tsx'
import { conditionOf, shortUrl, spanOf } from '../../webhooks/endpoint.ts'
import { EndpointState } from '../../webhooks/endpoint-state.tsx'
import { entityLabels } from '../../webhooks/heard.ts'
import { MadeEndpoint } from '../../webhooks/made-endpoint.tsx'
import { RateBar } from '../../webhooks/rate-bar.tsx'
import type { MadeWebhook } from '../../webhooks/use-webhook-draft.ts'
import { ApplicationFrame } from '../application-frame.tsx'
import type { Application } from '../queries.ts'
import { EndpointDrawer } from './endpoint-drawer.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { type EventsSearch, eventsLink, useGoToEvents } from './endpoint-links.ts'
import { ENDPOINT_CREATE, ENDPOINTS, type ListedEndpoint } from './queries.ts'

const REFRESH_MS = 15_000
const MAX_ENDPOINTS = 10
const LATEST = 10
const LISTEN = 'airside listen --forward http://localhost:3000/hook'

interface OfApplication {
  readonly application: Application
}

const delayOf = ({ waitingCount, figures }: ListedEndpoint): string => {
  if (waitingCount > 0) return counted(waitingCount, 'waiting', 'waiting')
  return figures.delayP50Ms === null ? '–' : spanOf(figures.delayP50Ms)
}

const EndpointRow = ({ application, endpoint, isOpen }: OfApplication & EndpointRowProps) => (
  <Row isLink isOpen={isOpen}>
    <NameCell>
      <span className="two-lines">
        <Link className="entity-link" {...eventsLink(application.clientId, { open: endpoint.webhookId })}>
          {endpoint.description || shortUrl(endpoint.url)}
        </Link>
        <span className="small muted mono url-line">{shortUrl(endpoint.url)}</span>
      </span>
    </NameCell>
    <Cell label="Environment">
      {endpoint.environment === 'sandbox' ? <Tag tone="sandbox">Sandbox</Tag> : <Tag tone="line">Production</Tag>}
    </Cell>
    <Cell label="Hears">
      <span className="two-lines">
        <span>{entityLabels(endpoint.entityList)}</span>
        <span className="small muted">
          {endpoint.fieldList === null ? 'all fields' : counted(endpoint.fieldList.length, 'field')}
          {endpoint.query !== null && ', with a query'}
        </span>
      </span>
    </Cell>
    <Cell label="7 days">
      <RateBar figures={endpoint.figures} />
    </Cell>
    <Cell label="Delay">{delayOf(endpoint)}</Cell>
    <Cell label="State">
      <EndpointState condition={conditionOf(endpoint, false)} since={endpoint.switchedOffAt} />
    </Cell>
  </Row>
)

interface EndpointRowProps {
  readonly endpoint: ListedEndpoint
  readonly isOpen: boolean
}

const COLUMNS = ['Endpoint', 'Environment', 'Hears', '7 days', 'Delay', 'State'] as const

const Latest = ({ application, endpoints }: OfApplication & { readonly endpoints: readonly ListedEndpoint[] }) => {
  const attempts = endpoints
    .flatMap((endpoint) => endpoint.attemptList.map((attempt) => ({ ...attempt, webhookId: endpoint.webhookId })))
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, LATEST)
  return attempts.length === 0 ? null : (
    <Panel title="Last attempts" hint="an endpoint’s log has 30 days">
      <AttemptTable
        label="Last attempts"
        attempts={attempts}
        opened={undefined}
        linkTo={({ attemptId, webhookId }) => eventsLink(application.clientId, { open: webhookId, attempt: attemptId })}
        beside={{ name: 'Operator', of: ({ operatorId }) => operatorId }}
      />
    </Panel>
  )
}

const Listen = () => (
  <Panel title="No public address? Listen" aside={<CopyButton text={LISTEN} />}>
    <div className="panel-body stack-tight">
      <p>Follows the change feed from your machine and posts to a local address, signed like the real thing.</p>
      <pre className="code-lines">{LISTEN}</pre>
    </div>
  </Panel>
)

const NewEndpoint = ({ application, search }: OfApplication & { readonly search: EventsSearch }) => {
  const [made, setMade] = useState<MadeWebhook | null>(null)
  const go = useGoToEvents(application.clientId)
  const isCreating = useIsUnderWay(ENDPOINT_CREATE)
  const close = () => {
    setMade(null)
    go(made === null ? {} : { open: made.webhookId })
  }
  return (
    <SideDrawer
      title={made ? 'Endpoint added' : 'New endpoint'}
      isOpen={search.new === true || made !== null}
      isClosable={!isCreating && (made === null || made.secret === null)}
      onClose={close}
    >
      {made === null ? (
        <EndpointForm application={application} changed={null} onMade={setMade} onChanged={close} onCancel={close} />
      ) : (
        <MadeEndpoint made={made} onDone={close} />
      )}
    </SideDrawer>
  )
}

const Endpoints = ({ application, endpoints }: OfApplication & { readonly endpoints: readonly ListedEndpoint[] }) => {
  const search = useSearch({ strict: false }) as EventsSearch
  const go = useGoToEvents(application.clientId)
  return (
    <>
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
      <Latest application={application} endpoints={endpoints} />
      <Listen />
      <NewEndpoint application={application} search={search} />
      <EndpointDrawer application={application} search={search} />
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
      {({ application: found }) => <Endpoints application={application} endpoints={found?.webhookList ?? []} />}
    </Loaded>
  )
}

export const EventsPage = () => (
  <ApplicationFrame tab="Events">{(application) => <Events application={application} />}</ApplicationFrame>
)
