/** The latest requests with the ids that support asks for. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { RequestOutcome } from '../../parts/request-outcome.tsx'
import { Cell, Row, Table } from '../../parts/table.tsx'
import { Empty } from '../../states/empty.tsx'
import { grouped } from '../../text/count.ts'
import { responseTimes } from '../../text/response-times.ts'
import type { RecentRequest } from '../queries.ts'

const SHOWN_FIRST = 12

export const RecentRequests = ({ requests }: { readonly requests: readonly RecentRequest[] }) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? requests : requests.slice(0, SHOWN_FIRST)
  return (
    <Panel title="Recent requests" hint={responseTimes(requests) ?? 'newest first, kept up to date'}>
      {requests.length === 0 ? (
        <Empty icon="clock" title="No request yet" />
      ) : (
        <Table
          fitsFrom={560}
          label="Recent requests"
          columns={['Time', 'Operation', 'Outcome', { name: 'Took', align: 'number' }, 'Request id']}
        >
          {shown.map((request) => (
            <Row key={`${request.requestId} ${request.at}`}>
              <Cell>
                <Moment at={request.at} />
              </Cell>
              <Cell label="Operation">
                {request.operation === null ? (
                  <span className="muted">not readable</span>
                ) : (
                  <span className="mono">{request.operation}</span>
                )}
              </Cell>
              <Cell label="Outcome">
                <RequestOutcome request={request} />
              </Cell>
              <Cell label="Took" kind="number">
                <span className="one-line">{grouped(request.tookMs)} ms</span>
              </Cell>
              <Cell label="Request id">
                <code>{request.requestId}</code>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {shown.length < requests.length && (
        <div className="table-foot">
          <Button size="xs" onClick={() => setWhole(true)}>
            Show all {requests.length}
          </Button>
        </div>
      )}
    </Panel>
  )
}
