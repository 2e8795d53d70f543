/** Lists the user's sessions and ends one or all of them. */
import { Button } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { Tag } from '../parts/tag.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { type Account, SESSION_END, SIGN_OUT_EVERYWHERE } from './queries.ts'

const toSignIn = () => location.assign('/sign-in/')

export const Sessions = ({ account }: { readonly account: Account }) => {
  const end = useChange(SESSION_END)
  const endAll = useChange(SIGN_OUT_EVERYWHERE)
  const failed = [end, endAll].find(({ isError }) => isError)
  return (
    <Panel
      title="Signed in"
      aside={
        <Button
          size="xs"
          variant="outline"
          color="red"
          loading={endAll.isPending}
          onClick={() => endAll.mutate({}, { onSuccess: toSignIn })}
        >
          Sign out everywhere
        </Button>
      }
    >
      <Table
        fitsFrom={560}
        label="Sessions"
        columns={['Device', 'Address', 'Since', 'Last seen', { name: 'Action', isUnseen: true }]}
      >
        {account.sessionList.map(({ sessionId, device, address, startedAt, lastSeenAt, isCurrent }) => (
          <Row key={sessionId}>
            <NameCell>
              <span className="row">
                {device} {isCurrent && <Tag tone="info">This one</Tag>}
              </span>
            </NameCell>
            <Cell label="Address">
              <span className="mono">{address}</span>
            </Cell>
            <Cell label="Since">
              <Moment at={startedAt} />
            </Cell>
            <Cell label="Last seen">
              <Moment at={lastSeenAt} />
            </Cell>
            <Cell kind="action">
              <Button
                size="xs"
                loading={end.isPending && end.variables.sessionId === sessionId}
                onClick={() => end.mutate({ sessionId }, isCurrent ? { onSuccess: toSignIn } : {})}
              >
                Sign out<span className="unseen"> {device}</span>
              </Button>
            </Cell>
          </Row>
        ))}
      </Table>
      {failed && <FailureNote error={failed.error} what="No session was ended." />}
    </Panel>
  )
}
