/** What staff did, newest first. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { STAFF_LOG } from './queries.ts'

export const LogPage = () => {
  const query = useQuery(queryOf(STAFF_LOG, {}))
  return (
    <div className="stack">
      <PlatformHead title="Staff log" about="Who did what, the latest 100." />
      <Loaded query={query}>
        {({ staffLog }) =>
          staffLog.length === 0 ? (
            <div className="panel">
              <Empty icon="list" title="Nobody did anything yet" />
            </div>
          ) : (
            <div className="panel">
              <Table label="Staff log" columns={['Who', 'What', 'About', 'When']} fitsFrom={560}>
                {staffLog.map(({ entryId, at, staffName, action, subjectKind, subjectId }) => (
                  <Row key={entryId}>
                    <NameCell>{staffName}</NameCell>
                    <Cell label="What">{action}</Cell>
                    <Cell label="About">
                      {subjectKind} <code>{subjectId}</code>
                    </Cell>
                    <Cell label="When">
                      <Moment at={at} as="full" />
                    </Cell>
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
