/** Every provider: its people, and how far its applications are. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Monogram } from '../../parts/monogram.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { modeInWords } from '../../platform/mode.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { Empty } from '../../states/empty.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { PROVIDERS } from './queries.ts'

/** "Production 1, Test environment only 2" */
const modesOf = (applications: readonly { readonly mode: string }[]): string =>
  [...Map.groupBy(applications, ({ mode }) => mode)]
    .map(([mode, same]) => `${modeInWords(mode)} ${same.length}`)
    .join(', ') || 'none yet'

export const ProvidersPage = () => {
  const query = useQuery(queryOf(PROVIDERS, {}))
  return (
    <div className="stack">
      <PlatformHead title="Providers" about="Companies whose members register applications." />
      <Loaded query={query}>
        {({ providerList }) => (
          <div className="panel">
            {providerList.length === 0 && <Empty icon="users" title="Nobody has signed up yet" />}
            {providerList.length > 0 && (
              <Table label="Providers" columns={['Provider', 'Members', 'Applications', 'Signed up']} fitsFrom={620}>
                {providerList.map(({ providerId, name, memberEmailList, applicationList, signedUpAt }) => (
                  <Row key={providerId}>
                    <NameCell>
                      <span className="row">
                        <Monogram name={name} />
                        <PlaceLink to={`/providers/${providerId}`}>{name}</PlaceLink>
                      </span>
                    </NameCell>
                    <Cell label="Members">{memberEmailList.length}</Cell>
                    <Cell label="Applications">{modesOf(applicationList)}</Cell>
                    <Cell label="Signed up">
                      <Moment at={signedUpAt} as="day" />
                    </Cell>
                  </Row>
                ))}
              </Table>
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}
