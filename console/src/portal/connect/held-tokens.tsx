/** The operators that allowed the application, what they allowed, and how many tokens it holds there. */

import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { Application } from '../queries.ts'

export const HeldTokens = ({ application: { connectionList } }: { readonly application: Application }) => (
  <Panel title="Operators" hint="that allowed it, and the tokens it holds there">
    {connectionList.length === 0 ? (
      <p className="panel-body muted">None yet. Connect your sandbox operator first.</p>
    ) : (
      <Table
        label="Operators"
        columns={['Operator', 'Allowed', 'Refresh tokens', 'Access tokens', 'Since']}
        fitsFrom={720}
      >
        {connectionList.map(({ connectionId, operatorName, environment, scopeList, since, tokens }) => (
          <Row key={connectionId}>
            <NameCell>
              <span className="row">
                {operatorName}
                {environment === 'sandbox' ? <Tag tone="sandbox">Sandbox</Tag> : <Tag tone="line">Production</Tag>}
              </span>
            </NameCell>
            <Cell label="Allowed">
              <span className="mono small connect-value">{scopeList.join(' ')}</span>
            </Cell>
            <Cell label="Refresh tokens">
              {tokens.refreshTokens} of {tokens.maxRefreshTokens}
            </Cell>
            <Cell label="Access tokens">
              {tokens.accessTokens} of {tokens.maxAccessTokens}
            </Cell>
            <Cell label="Since">
              <Moment at={since} as="day" />
            </Cell>
          </Row>
        ))}
      </Table>
    )}
    {connectionList.length > 0 && (
      <p className="panel-foot small muted">
        One more exchange than the most ends the refresh token that was unused for longest. Access tokens are counted
        for the refresh token that has most of them.
      </p>
    )}
  </Panel>
)
