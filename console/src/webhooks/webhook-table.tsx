/** Endpoints with their key, how they fared in 7 days, their last delivery and their state. */
import { Link } from '@tanstack/react-router'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { counted } from '../text/count.ts'
import { conditionOf, outcomeWord, shortUrl, spanOf } from './endpoint.ts'
import { EndpointState } from './endpoint-state.tsx'
import { entityLabels, unheard } from './heard.ts'
import type { KeyOfWebhook, ListedWebhook } from './queries.ts'
import { RateBar } from './rate-bar.tsx'
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

const below = ({ waitingCount, figures }: ListedWebhook): string | null => {
  if (waitingCount > 0) return counted(waitingCount, 'waiting', 'waiting')
  return figures.delayP50Ms === null ? null : spanOf(figures.delayP50Ms)
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
      <NameCell>
        <span className="two-lines">
          <Link className="entity-link" to="/webhooks" search={{ open: webhook.webhookId }}>
            {webhook.description || shortUrl(webhook.url)}
          </Link>
          <span className="small muted mono url-line">{shortUrl(webhook.url)}</span>
        </span>
      </NameCell>
      <Cell label="Hears">
        <span className="two-lines">
          <span>{entityLabels(webhook.entityList)}</span>
          <span className="small muted">
            {webhook.fieldList === null ? 'all fields' : counted(webhook.fieldList.length, 'field')}
            {webhook.query !== null && ', with a query'}
          </span>
        </span>
      </Cell>
      <Cell label="API key">{apiKey?.label ?? webhook.apiKeyId}</Cell>
      <Cell label="7 days">
        <span className="two-lines">
          <RateBar figures={webhook.figures} />
          <span className="small muted">{below(webhook)}</span>
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
