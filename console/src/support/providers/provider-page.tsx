/** One provider: its applications with their modes, its members, and its sandbox operator. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { queryOf } from '../../graph/query.ts'
import { Moment, MomentOrNever } from '../../parts/moment.tsx'
import { Monogram } from '../../parts/monogram.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Crumbs } from '../../platform/crumbs.tsx'
import { NoSuch } from '../../platform/lost.tsx'
import { MemberTable } from '../../platform/member-table.tsx'
import { ModeTag } from '../../platform/mode.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { ApplicationName } from '../application-name.tsx'
import { PROVIDER, type Provider } from './queries.ts'

const Applications = ({ provider }: { readonly provider: Provider }) => (
  <Panel title="Applications" aside={provider.applicationList.length}>
    {provider.applicationList.length === 0 ? (
      <p className="panel-body muted">None yet.</p>
    ) : (
      <Table label="Applications" columns={['Application', 'Mode', 'Operators', 'Last used']} fitsFrom={560}>
        {provider.applicationList.map((application) => (
          <Row key={application.clientId}>
            <NameCell>
              <ApplicationName application={application} />
            </NameCell>
            <Cell label="Mode">
              <ModeTag mode={application.mode} />
            </Cell>
            <Cell label="Operators">{application.whatStops.operatorNameList.length}</Cell>
            <Cell label="Last used">
              <MomentOrNever at={application.whatStops.lastUsedAt} />
            </Cell>
          </Row>
        ))}
      </Table>
    )}
  </Panel>
)

const Members = ({ provider }: { readonly provider: Provider }) => (
  <Panel title="Members" aside={provider.memberList.length}>
    <MemberTable members={provider.memberList} />
  </Panel>
)

const Found = ({ provider }: { readonly provider: Provider }) => (
  <div className="stack">
    <PlatformHead
      title={provider.name}
      above={<Crumbs list="Providers" to="/providers" name={provider.name} />}
      about={
        <>
          Signed up <Moment at={provider.signedUpAt} as="day" />
          {provider.sandboxOperatorId !== null && (
            <>
              , own sandbox operator{' '}
              <PlaceLink to={`/operators/${provider.sandboxOperatorId}`}>{provider.sandboxOperatorId}</PlaceLink>
            </>
          )}
        </>
      }
      mark={<Monogram name={provider.name} />}
    />
    <Applications provider={provider} />
    <Members provider={provider} />
  </div>
)

export const ProviderPage = () => {
  const { providerId = '' }: { providerId?: string } = useParams({ strict: false })
  const query = useQuery(queryOf(PROVIDER, { providerId }))
  return (
    <Loaded query={query}>
      {({ provider }) =>
        provider ? (
          <Found provider={provider} />
        ) : (
          <NoSuch what={`provider ${providerId}`} list="/providers" listName="All providers" />
        )
      }
    </Loaded>
  )
}
