/** What the user asked for, and the answers. */
import { ApplicationEntity } from '../../parts/application-entity.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { OwnRequest } from './queries.ts'

const Answer = ({ request }: { readonly request: OwnRequest }) => {
  if (request.state === 'OPEN')
    return (
      <Tag tone="line" icon="clock">
        Not answered yet
      </Tag>
    )
  if (request.state === 'GRANTED') return <Tag tone="good">Connected</Tag>
  return (
    <span className="two-lines">
      <span>
        <Tag tone="line" icon="minus">
          Declined
        </Tag>
      </span>
      <span className="small muted">{request.reason}</span>
    </span>
  )
}

export const OwnRequests = ({ requests }: { readonly requests: readonly OwnRequest[] }) =>
  requests.length === 0 ? null : (
    <Panel title="Your requests">
      <Table tall fitsFrom={640} label="Your requests" columns={['Application', 'You wrote', 'Asked', 'Answer']}>
        {requests.map((request) => (
          <Row key={request.accessRequestId}>
            <NameCell>
              <ApplicationEntity name={request.applicationName} logoPath={request.logoPath} />
            </NameCell>
            <Cell label="You wrote" kind="wide">
              {request.note ?? <span className="muted">nothing</span>}
            </Cell>
            <Cell label="Asked">
              <Moment at={request.askedAt} />
            </Cell>
            <Cell label="Answer">
              <Answer request={request} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
