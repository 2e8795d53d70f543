/** What went wrong and how often, where it is connected, and the latest requests by id; never an operator's data. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Moment, MomentOrNever } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { OUTCOME_WORDS, OutcomeWord } from '../../parts/request-outcome.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Empty } from '../../states/empty.tsx'
import { counted, grouped } from '../../text/count.ts'
import type { Usage } from './queries.ts'

/** The portal's graph says outcomes in lower case. */
const Outcome = ({ outcome }: { readonly outcome: string }) => {
  const known = Object.keys(OUTCOME_WORDS).find((word) => word === outcome.toUpperCase())
  return known ? <OutcomeWord outcome={known as keyof typeof OUTCOME_WORDS} /> : outcome
}

export const Errors = ({ usage }: { readonly usage: Usage }) => (
  <Panel title="Errors by code" hint="most often first">
    {usage.errorList.length === 0 ? (
      <p className="panel-body muted">None.</p>
    ) : (
      <Table
        label="Errors by code"
        columns={['Code', 'Outcome', 'Last', { name: 'Times', align: 'number' }]}
        fitsFrom={520}
      >
        {usage.errorList.map(({ code, outcome, count, lastAt, remedy }) => (
          <Row key={`${code} ${outcome}`}>
            <NameCell>
              <span className="two-lines">
                {code === null ? <span className="muted">code not kept</span> : <code>{code}</code>}
                {remedy !== null && <span className="small muted">{remedy}</span>}
              </span>
            </NameCell>
            <Cell label="Outcome">
              <Outcome outcome={outcome} />
            </Cell>
            <Cell label="Last">
              <Moment at={lastAt} />
            </Cell>
            <Cell label="Times" kind="number">
              {grouped(count)}
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)

const scopesInWords = (allowed: number, unused: readonly string[]): string =>
  unused.length === 0 ? 'all used' : `${allowed - unused.length} used; unused: ${unused.join(', ')}`

export const Operators = ({ usage }: { readonly usage: Usage }) => (
  <Panel title="Operators connected" hint="scopes allowed and used in this period">
    {usage.operatorList.length === 0 ? (
      <p className="panel-body muted">None yet.</p>
    ) : (
      <Table
        label="Operators connected"
        columns={[
          'Operator',
          'Scopes',
          { name: 'Requests', align: 'number' },
          { name: 'Tokens', align: 'number' },
          'Last request',
        ]}
        fitsFrom={680}
      >
        {usage.operatorList.map((operator) => (
          <Row key={`${operator.operatorId} ${operator.environment}`}>
            <NameCell>
              <span className="row">
                {operator.operatorName}
                {operator.environment === 'sandbox' && <Tag tone="sandbox">Sandbox</Tag>}
              </span>
            </NameCell>
            <Cell label="Scopes">
              <span className="two-lines">
                <span>{counted(operator.scopeList.length, 'scope')} allowed</span>
                <span className="small muted">
                  {scopesInWords(operator.scopeList.length, operator.unusedScopeList)}
                </span>
              </span>
            </Cell>
            <Cell label="Requests" kind="number">
              {grouped(operator.requests)}
            </Cell>
            <Cell label="Tokens" kind="number">
              {grouped(operator.tokens)}
            </Cell>
            <Cell label="Last request">
              <MomentOrNever at={operator.lastRequestAt} />
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)

type RecentRequest = Usage['recentList'][number]

const RecentRow = ({ request }: { readonly request: RecentRequest }) => (
  <Row>
    <NameCell>
      <span className="two-lines">
        <span className="mono">{request.operation ?? 'unnamed'}</span>
        <span className="small muted">
          {request.operatorName}, {request.environment}
        </span>
      </span>
    </NameCell>
    <Cell label="Time">
      <Moment at={request.at} />
    </Cell>
    <Cell label="Outcome">
      <span className="row">
        <Outcome outcome={request.outcome} />
        {request.code !== null && <code className="small">{request.code}</code>}
      </span>
    </Cell>
    <Cell label="Took" kind="number">
      {grouped(request.tookMs)} ms
    </Cell>
    <Cell label="Cost" kind="number">
      {request.cost === null ? '–' : grouped(request.cost)}
    </Cell>
    <Cell label="Request id">
      <code>{request.requestId}</code>
    </Cell>
  </Row>
)

const SHOWN_FIRST = 10

export const Recent = ({ usage }: { readonly usage: Usage }) => {
  const [wanted, setWanted] = useState('')
  const [isWhole, setWhole] = useState(false)
  const found = usage.recentList.filter(({ requestId }) => requestId.includes(wanted.trim()))
  const shown = isWhole ? found : found.slice(0, SHOWN_FIRST)
  return (
    <Panel
      title="Recent requests"
      hint={`the latest ${usage.recentList.length}, never an operator’s data`}
      aside={
        <TextInput
          size="xs"
          aria-label="Find a request id"
          placeholder="req_…"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      }
    >
      {shown.length === 0 ? (
        <Empty icon="clock" title={wanted === '' ? 'No request yet' : 'None of the latest has this id'} />
      ) : (
        <Table
          label="Recent requests"
          columns={[
            'Operation',
            'Time',
            'Outcome',
            { name: 'Took', align: 'number' },
            { name: 'Cost', align: 'number' },
            'Request id',
          ]}
          fitsFrom={760}
        >
          {shown.map((request) => (
            <RecentRow key={request.requestId} request={request} />
          ))}
        </Table>
      )}
      {shown.length < found.length && (
        <div className="table-foot">
          <Button size="xs" onClick={() => setWhole(true)}>
            Show all {found.length}
          </Button>
        </div>
      )}
    </Panel>
  )
}
