/** Shows who allowed an add-on, when, and its refresh tokens. */

import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { useViewer } from '../shell/viewer.ts'
import { counted } from '../text/count.ts'
import type { AddOn } from './queries.ts'

const Person = ({ addOn }: { readonly addOn: AddOn }) => {
  const user = addOn.connectedBy
  if (addOn.personCount !== null) return `${counted(addOn.personCount, 'person', 'people')}, each for themselves`
  return user ? `${user.name} ${user.surname}${user.isUser ? '' : ', since removed'}` : 'Unknown'
}

const RefreshTokens = ({ addOn }: { readonly addOn: AddOn }) => {
  const { environment } = useViewer()
  const prefix = `air_${environment === 'sandbox' ? 'test' : 'live'}_rt_…`
  return addOn.tokenGaugeList.map((gauge) => (
    <dd key={gauge.refreshTokenId}>
      <code>
        {prefix}
        {gauge.lastFour}
      </code>
      {gauge.expiresAt !== null && (
        <>
          <br />
          <span className="small muted">
            valid to <Moment at={gauge.expiresAt} as="day" />, moves with use
          </span>
        </>
      )}
    </dd>
  ))
}

export const Connection = ({ addOn }: { readonly addOn: AddOn }) => (
  <Panel title="Connection">
    <dl className="panel-body facts">
      <dt>Allowed by</dt>
      <dd>
        <Person addOn={addOn} />
        <br />
        <span className="small muted">
          <Moment at={addOn.connectedAt} as="full" />
        </span>
      </dd>
      {addOn.changedAt !== addOn.connectedAt && (
        <>
          <dt>Scopes agreed</dt>
          <dd>
            <Moment at={addOn.changedAt} as="full" />
          </dd>
        </>
      )}
      {addOn.tokenGaugeList.length > 0 && (
        <>
          <dt>{addOn.tokenGaugeList.length === 1 ? 'Refresh token' : 'Refresh tokens'}</dt>
          <div className="stack-tight">
            <RefreshTokens addOn={addOn} />
          </div>
        </>
      )}
      <dt>Client id</dt>
      <dd>
        <code>{addOn.clientId}</code>
      </dd>
    </dl>
  </Panel>
)
