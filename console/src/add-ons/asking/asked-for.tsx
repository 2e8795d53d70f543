/** What users asked the administrators for: connect it at the application, or decline with a reason. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../graph/query.ts'
import { ApplicationEntity } from '../../parts/application-entity.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { OutsideLink } from '../../parts/outside-link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { scopeCounts } from '../../text/scope-words.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { type AccessRequest, ASKED_FOR } from './queries.ts'

const Wanted = ({ request }: { readonly request: AccessRequest }) => {
  if (request.scopeList === null) return <span className="muted">see its consent page</span>
  const { read, write } = scopeCounts(request.scopeList)
  return (
    <span className="one-line" title={request.scopeList.map(({ name }) => name).join(' ')}>
      {read} read{write > 0 && ', '}
      {write > 0 && <b>{write} write</b>}
    </span>
  )
}

/** Connecting starts at the application, which then asks on our consent page: that is where it is granted. */
const Connect = ({ request }: { readonly request: AccessRequest }) =>
  request.connectHref !== null && /^https?:\/\//.test(request.connectHref) ? (
    <Button component="a" size="xs" variant="filled" href={request.connectHref} rightSection={<Icon name="external" />}>
      Look and decide<span className="unseen"> on {request.applicationName}</span>
    </Button>
  ) : (
    <span className="small muted">
      Connect at <OutsideLink href={request.website} />
    </span>
  )

const RequestRow = ({ request, onDecline }: { readonly request: AccessRequest; readonly onDecline: () => void }) => (
  <Row>
    <NameCell>
      <ApplicationEntity name={request.applicationName} logoPath={request.logoPath} />
    </NameCell>
    <Cell label="Who asks" kind="wide">
      <span className="two-lines">
        <b>{request.askedBy}</b>
        {request.note !== null && <span className="small muted">“{request.note}”</span>}
      </span>
    </Cell>
    <Cell label="It asks for">
      <Wanted request={request} />
    </Cell>
    <Cell label="Asked">
      <Moment at={request.askedAt} />
    </Cell>
    <Cell kind="action">
      <span className="row">
        <Connect request={request} />
        <Button size="xs" onClick={onDecline}>
          Decline
          <span className="unseen">
            {' '}
            {request.applicationName} for {request.askedBy}
          </span>
        </Button>
      </span>
    </Cell>
  </Row>
)

export const AskedFor = () => {
  const { data, error, refetch } = useQuery(queryOf(ASKED_FOR, {}))
  const [declining, setDeclining] = useState<AccessRequest | null>(null)
  if (error && !data) return <FailureNote error={error} onRetry={() => refetch()} />
  const requests = data?.accessRequestList ?? []
  return (
    <>
      {requests.length > 0 && (
        <Panel title="Asked for" hint="by users who may not connect it themselves">
          <Table
            tall
            fitsFrom={760}
            label="Requests for access"
            columns={['Application', 'Who asks', 'It asks for', 'Asked', { name: 'Action', isUnseen: true }]}
          >
            {requests.map((request) => (
              <RequestRow key={request.accessRequestId} request={request} onDecline={() => setDeclining(request)} />
            ))}
          </Table>
        </Panel>
      )}
      {declining && <DeclineDialog request={declining} onClose={() => setDeclining(null)} />}
    </>
  )
}
