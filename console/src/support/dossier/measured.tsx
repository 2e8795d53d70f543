/** What an application did in fourteen days: figures, scopes asked against used, and what the last decision ticked. */
import { Icon } from '../../parts/icon.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Strip } from '../../states/strip.tsx'
import { grouped, share } from '../../text/count.ts'
import type { Dossier } from './queries.ts'
import '../../charts/charts.css'
import '../support.css'

export const Figures = ({ dossier }: { readonly dossier: Dossier }) => {
  const { requests, failed, tokens, scopeList } = dossier.measuredUse
  const asked = scopeList.filter(({ isAsked }) => isAsked)
  return (
    <Strip
      figures={[
        { name: 'Requests, 14 d', value: grouped(requests) },
        { name: 'Failed or refused', value: share(failed, requests), context: 'limit 2 %' },
        {
          name: 'Requests per token',
          value: tokens === 0 ? 'none' : grouped(Math.floor(requests / tokens)),
          context: 'at least 10',
        },
        {
          name: 'Scopes used',
          value: asked.filter(({ uses }) => uses > 0).length,
          context: `of ${asked.length} asked`,
        },
      ]}
    />
  )
}

const Mark = ({ is }: { readonly is: boolean }) => (
  <span className={is ? 'state good' : 'state'}>
    <Icon name={is ? 'check' : 'unused'} />
    {is ? 'yes' : 'no'}
  </span>
)

/** Drawn beside the scope that was used most. */
const UseBar = ({ uses, most }: { readonly uses: number; readonly most: number }) => (
  <span className="use-bar">
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="age-track" width="100" height="6" />
      <rect className="fill-answered" width={Math.max(2, (uses / most) * 100)} height="6" />
    </svg>
    {grouped(uses)}
  </span>
)

export const ScopeTable = ({ dossier }: { readonly dossier: Dossier }) => {
  const { scopeList } = dossier.measuredUse
  const most = Math.max(1, ...scopeList.map(({ uses }) => uses))
  return (
    <Panel title="Scopes asked, allowed for its kind, used">
      {scopeList.length === 0 ? (
        <p className="panel-body muted">None: no operator has connected it.</p>
      ) : (
        <Table
          label="Scopes"
          columns={['Scope', 'Asked', 'Kind allows', { name: 'Requests, 14 d', align: 'number' }]}
          fitsFrom={420}
        >
          {scopeList.map(({ name, isAsked, isOfKind, isExtra, uses }) => (
            <Row key={name}>
              <NameCell>
                <code>{name}</code>
              </NameCell>
              <Cell label="Asked">
                <Mark is={isAsked} />
              </Cell>
              <Cell label="Kind allows">
                {isExtra ? (
                  <span className="state good">
                    <Icon name="check" />
                    by support
                  </span>
                ) : (
                  <Mark is={isOfKind} />
                )}
              </Cell>
              <Cell label="Requests, 14 d" kind="number">
                {uses === 0 ? <b>never</b> : <UseBar uses={uses} most={most} />}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** What staff ticked at the last decision; nothing before one. */
export const Ticked = ({ dossier }: { readonly dossier: Dossier }) => {
  const ticked = dossier.demo?.requirementList ?? []
  const heldAt = dossier.demo?.heldAt ?? null
  if (ticked.length === 0) return null
  return (
    <Panel title="Last decision" hint="what was ticked">
      <ul className="panel-body stack-tight">
        <li>
          <span className={heldAt === null ? 'state' : 'state good'}>
            <Icon name={heldAt === null ? 'unused' : 'circleCheck'} />
            {heldAt === null ? 'No demo was ticked as held' : 'The demo was held'}
          </span>
        </li>
        {ticked.map(({ text, isMet }) => (
          <li key={text}>
            <span className={isMet ? 'state good' : 'state'}>
              <Icon name={isMet ? 'circleCheck' : 'unused'} />
              {text}
              <span className="unseen">{isMet ? ', met' : ', not met'}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
