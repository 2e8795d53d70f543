/** The provider's applications, and the sandbox operator to build against. */
import { useQuery } from '@tanstack/react-query'
import { kindInWords } from '../add-ons/kinds.ts'
import { queryOf } from '../graph/query.ts'
import { Logo } from '../parts/logo.tsx'
import { Moment } from '../parts/moment.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { ModeTag } from '../platform/mode.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { APPLICATIONS } from './queries.ts'
import { SandboxPanel } from './sandbox-panel.tsx'

export const ApplicationsPage = () => {
  const query = useQuery(queryOf(APPLICATIONS, {}))
  return (
    <div className="stack">
      <PlatformHead title="Applications" about="Registered once, connected to many operators." />
      <Loaded query={query}>
        {({ applicationList }) =>
          applicationList.length === 0 ? (
            <div className="panel">
              <Empty icon="plug" title="No application yet" action={<PlaceLink to="/register">Register one</PlaceLink>}>
                The first one also makes a sandbox operator of your own, with demo data.
              </Empty>
            </div>
          ) : (
            <div className="panel">
              <Table
                label="Applications"
                columns={['Application', 'Mode', 'Secrets', 'Operators', 'Registered']}
                fitsFrom={640}
              >
                {applicationList.map((application) => (
                  <Row key={application.clientId}>
                    <NameCell>
                      <span className="row">
                        <Logo name={application.name} path={application.logoPath} />
                        <span className="two-lines">
                          <PlaceLink to={`/applications/${application.clientId}`}>{application.name}</PlaceLink>
                          <span className="small muted">{kindInWords(application.kind)}</span>
                        </span>
                      </span>
                    </NameCell>
                    <Cell label="Mode">
                      <ModeTag mode={application.mode} />
                    </Cell>
                    <Cell label="Secrets">{application.secretList.length}</Cell>
                    <Cell label="Operators">{application.connectionList.length}</Cell>
                    <Cell label="Registered">
                      <Moment at={application.registeredAt} as="day" />
                    </Cell>
                  </Row>
                ))}
              </Table>
            </div>
          )
        }
      </Loaded>
      <SandboxPanel hasApplications={(query.data?.applicationList.length ?? 0) > 0} />
    </div>
  )
}
