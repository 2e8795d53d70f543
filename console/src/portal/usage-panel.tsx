/** How the application was used at every operator that allowed it: outcomes, errors by code, the latest requests. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Note } from '../states/note.tsx'
import { USAGE, type Usage } from './queries.ts'

const DAYS = 14
const SHOWN = 10

const Counts = ({ usage }: { readonly usage: Usage }) => {
  const { answered, refused, throttled, failed, tokens, p50Ms, p95Ms, errorList, operatorList } = usage
  return (
    <dl className="panel-body facts">
      <dt>Requests</dt>
      <dd>
        {answered + refused + throttled + failed}: {answered} answered, {refused} refused, {throttled} throttled,{' '}
        {failed} failed
      </dd>
      <dt>Tokens made</dt>
      <dd>{tokens}</dd>
      {p50Ms !== null && (
        <>
          <dt>Took</dt>
          <dd>
            half within {p50Ms} ms, 95 % within {p95Ms} ms
          </dd>
        </>
      )}
      {errorList.length > 0 && (
        <>
          <dt>Errors</dt>
          <dd>{errorList.map(({ code, count }) => `${code} ${count}`).join(', ')}</dd>
        </>
      )}
      {operatorList.map(({ operatorName, environment, requests, unusedScopeList }) => (
        <div className="fact" key={`${operatorName} ${environment}`}>
          <dt>
            {operatorName}, {environment}
          </dt>
          <dd>
            {requests} requests{unusedScopeList.length > 0 && `, unused: ${unusedScopeList.join(', ')}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Recent = ({ usage }: { readonly usage: Usage }) => (
  <Table label="Recent requests" columns={['Operation', 'Outcome', 'Took', 'When', 'Request id']} fitsFrom={640}>
    {usage.recentList.slice(0, SHOWN).map(({ requestId, at, operatorName, operation, outcome, code, tookMs }) => (
      <Row key={requestId}>
        <NameCell>
          <span className="two-lines">
            <b>{operation ?? 'unnamed'}</b>
            <span className="small muted">{operatorName}</span>
          </span>
        </NameCell>
        <Cell label="Outcome">
          {outcome} {code !== null && <code>{code}</code>}
        </Cell>
        <Cell label="Took">{tookMs} ms</Cell>
        <Cell label="When">
          <Moment at={at} />
        </Cell>
        <Cell label="Request id">
          <code>{requestId}</code>
        </Cell>
      </Row>
    ))}
  </Table>
)

export const UsagePanel = ({ clientId }: { readonly clientId: string }) => {
  const query = useQuery(queryOf(USAGE, { clientId, days: DAYS }))
  return (
    <Panel title="Usage" hint={`the last ${DAYS} days, never an operator’s data`}>
      <Loaded query={query}>
        {({ application }) =>
          application && (
            <>
              {application.usage.warning !== null && (
                <Note tone="attention" icon="alert">
                  {application.usage.warning}
                </Note>
              )}
              <Counts usage={application.usage} />
              {application.usage.recentList.length > 0 && <Recent usage={application.usage} />}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
