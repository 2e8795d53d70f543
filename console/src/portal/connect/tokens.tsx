/** Step 4: the tokens, how many are active, and the first query. */

import { TokenArc } from '../../charts/token-arc.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Note } from '../../states/note.tsx'
import type { Attempt } from './attempt.ts'
import { firstQuery, queryLine, refreshLine } from './curl.ts'
import { Lines } from './lines.tsx'
import type { GrantedTokens } from './queries.ts'

/** Enough to know it again. */
const shortened = (token: string): string => `${/^air_[a-z]+_[a-z]+_/.exec(token)?.[0] ?? ''}…${token.slice(-6)}`

const Token = ({ name, token, about }: { readonly name: string; readonly token: string; readonly about: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="stack-tight">
      <div className="row">
        <code>{shortened(token)}</code>
        <CopyButton text={token} label={`Copy the ${name.replace('_', ' ')}`} />
      </div>
      <span className="small muted">{about}</span>
    </dd>
  </>
)

export const Tokens = ({ attempt, tokens }: { readonly attempt: Attempt; readonly tokens: GrantedTokens }) => {
  const { accessToken, refreshToken, expiresInSeconds, scopeList, activeTokens, maxActiveTokens } = tokens
  return (
    <div className="stack">
      <Note tone="good" icon="circleCheck" role="status">
        <b>Exchanged.</b> Both tokens are shown this once; the explorer takes the access token along.
      </Note>
      <div className="halves">
        <Panel title="Tokens">
          <dl className="panel-body facts">
            <Token
              name="access_token"
              token={accessToken}
              about={`for ${expiresInSeconds / 60} minutes: reuse it until then`}
            />
            <Token
              name="refresh_token"
              token={refreshToken}
              about="30 days from its last use; the same one comes back each time"
            />
            <dt>scope</dt>
            <dd>
              <code>{scopeList.join(' ')}</code>
            </dd>
          </dl>
        </Panel>
        <Panel title="Active tokens" hint="of this refresh token">
          <div className="panel-body row">
            <TokenArc active={activeTokens} most={maxActiveTokens} />
            <p className="small muted">
              At {maxActiveTokens} the next one is refused with an exact Retry-After; nothing that works is ended.
            </p>
          </div>
        </Panel>
      </div>
      <Panel title="First query" hint="with the access token in TOKEN">
        <div className="panel-body stack">
          <Lines text="read -rs TOKEN" label="Copy, then paste the access token" />
          <Lines text={queryLine(attempt.origin, firstQuery(scopeList))} label="Copy the query" />
        </div>
      </Panel>
      <p>
        <a href="/console/explorer/">Go on in the explorer</a>, which has this access token already and tells what each
        line of a query needs.
      </p>
      <Panel title="Refresh" hint="with the refresh token in REFRESH_TOKEN; counts for the checklist">
        <div className="panel-body stack">
          <Lines text="read -rs REFRESH_TOKEN" label="Copy, then paste the refresh token" />
          <Lines text={refreshLine(attempt)} label="Copy the refresh" />
        </div>
      </Panel>
    </div>
  )
}
