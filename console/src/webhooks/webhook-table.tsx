/** Endpoints with their key, how they fared in 7 days, their last delivery and their state. */
import type { LinkProps } from '@tanstack/react-router'
import { conditionOf, delayOf, outcomeWord } from '../endpoints/endpoint.ts'
import { EndpointName, HearsCell } from '../endpoints/endpoint-cells.tsx'
import { EndpointState } from '../endpoints/endpoint-state.tsx'
import { unheard } from '../endpoints/heard.ts'
import { RateBar } from '../endpoints/rate-bar.tsx'
import { Moment } from '../parts/moment.tsx'
import { Cell, Row, Table } from '../parts/table.tsx'
import type { KeyOfWebhook, ListedWebhook } from './queries.ts'
import { scopesOf } from './webhook-form.tsx'

const Last = ({ webhook }: { readonly webhook: ListedWebhook }) => {
  const [last] = webhook.attemptList
  if (!last) return <span className="muted">never</span>
  return (
    <span className="two-lines">
      <Moment at={last.at} />
      <span className={last.isTaken ? 'small muted' : 'small bad'}>{outcomeWord(last)}</span>
    </span>
  )
}

interface WebhookRowProps {
  readonly webhook: ListedWebhook
  readonly apiKey: KeyOfWebhook | undefined
  readonly isOpen: boolean
}

const WebhookRow = ({ webhook, apiKey, isOpen }: WebhookRowProps) => {
  const condition = conditionOf(webhook, unheard(webhook.entityList, scopesOf(apiKey)).length > 0)
  return (
    <Row isLink isOpen={isOpen}>
      <EndpointName
        endpoint={webhook}
        link={{ to: '/webhooks', search: { open: webhook.webhookId } } as unknown as LinkProps}
      />
      <HearsCell endpoint={webhook} />
      <Cell label="API key">{apiKey?.label ?? webhook.apiKeyId}</Cell>
      <Cell label="7 days">
        <span className="two-lines">
          <RateBar figures={webhook.figures} />
          <span className="small muted">{delayOf(webhook)}</span>
        </span>
      </Cell>
      <Cell label="Last try">
        <Last webhook={webhook} />
      </Cell>
      <Cell label="State">
        <EndpointState condition={condition} since={webhook.switchedOffAt} />
      </Cell>
    </Row>
  )
}

interface WebhookTableProps {
  readonly webhooks: readonly ListedWebhook[]
  readonly keys: readonly KeyOfWebhook[]
  readonly opened: string | undefined
}

const COLUMNS = ['Endpoint', 'Hears', 'API key', '7 days', 'Last try', 'State'] as const

export const WebhookTable = ({ webhooks, keys, opened }: WebhookTableProps) => (
  <Table tall fitsFrom={760} label="Endpoints" columns={COLUMNS}>
    {webhooks.map((webhook) => (
      <WebhookRow
        key={webhook.webhookId}
        webhook={webhook}
        apiKey={keys.find(({ apiKeyId }) => apiKeyId === webhook.apiKeyId)}
        isOpen={webhook.webhookId === opened}
      />
    ))}
  </Table>
)
