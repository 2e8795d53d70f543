/** What waits, the oldest first, and for whom. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { daysBetween } from '../text/instant.ts'
import { ApplicationName } from './application-name.tsx'
import { type Case, QUEUE } from './queries.ts'

const WORK: Record<Case['work'], string> = {
  SCHEDULE: 'Schedule the demo',
  HOLD_DEMO: 'Hold the demo',
  DECIDE: 'Decide',
  PHONE_NUMBER: 'Phone number lost',
}

const WAITS_FOR: Record<Case['waitsFor'], string> = { SUPPORT: 'Support', PROVIDER: 'Provider', DATE: 'The date' }

const ageOf = (since: string): string => {
  const days = daysBetween(new Date(since), new Date())
  return days === 0 ? 'today' : `${days} d`
}

export const QueuePage = () => {
  const query = useQuery(queryOf(QUEUE, {}))
  return (
    <div className="stack">
      <PlatformHead title="Queue" about="Oldest first." />
      <Loaded query={query}>
        {({ queue }) =>
          queue.length === 0 ? (
            <div className="panel">
              <Empty icon="check" title="Nothing waits" />
            </div>
          ) : (
            <div className="panel">
              <Table label="Queue" columns={['Application', 'What', 'Waits for', 'Since', 'Age']} fitsFrom={640}>
                {queue.map(({ application, work, waitsFor, since }) => (
                  <Row key={`${application.clientId} ${work}`} isFaint={waitsFor !== 'SUPPORT'}>
                    <NameCell>
                      <ApplicationName application={application} />
                    </NameCell>
                    <Cell label="What">{WORK[work]}</Cell>
                    <Cell label="Waits for">{WAITS_FOR[waitsFor]}</Cell>
                    <Cell label="Since">
                      <Moment at={since} />
                    </Cell>
                    <Cell label="Age">{ageOf(since)}</Cell>
                  </Row>
                ))}
              </Table>
            </div>
          )
        }
      </Loaded>
    </div>
  )
}
