/** Every application, newest first. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { ModeTag } from '../platform/mode.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Loaded } from '../states/loaded.tsx'
import { ApplicationName } from './application-name.tsx'
import { APPLICATIONS } from './queries.ts'

export const ApplicationsPage = () => {
  const query = useQuery(queryOf(APPLICATIONS, {}))
  return (
    <div className="stack">
      <PlatformHead title="Applications" />
      <Loaded query={query}>
        {({ applicationList }) => (
          <div className="panel">
            <Table label="Applications" columns={['Application', 'Mode', 'Registered']} fitsFrom={520}>
              {applicationList.map((application) => (
                <Row key={application.clientId}>
                  <NameCell>
                    <ApplicationName application={application} />
                  </NameCell>
                  <Cell label="Mode">
                    <ModeTag mode={application.mode} />
                  </Cell>
                  <Cell label="Registered">
                    <Moment at={application.registeredAt} as="day" />
                  </Cell>
                </Row>
              ))}
            </Table>
          </div>
        )}
      </Loaded>
    </div>
  )
}
