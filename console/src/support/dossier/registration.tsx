/** The registration of an application in its dossier: its items, what changed since, and how operators see it. */
import { itemInWords } from '../../add-ons/item-words.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SeenByOperators } from '../../platform/seen-by-operators.tsx'
import type { Dossier } from './queries.ts'

export const Registration = ({ dossier }: { readonly dossier: Dossier }) => (
  <Panel title="Registration">
    <dl className="panel-body facts">
      <dt>Client ID</dt>
      <dd className="mono">{dossier.clientId}</dd>
      <dt>Redirect URIs</dt>
      <dd className="mono">{dossier.redirectUriList.join(' ')}</dd>
      <dt>Description</dt>
      <dd>{dossier.description}</dd>
      <dt>Phone</dt>
      <dd>{dossier.phoneNumber}</dd>
      <dt>Contact</dt>
      <dd>{dossier.contact}</dd>
      <dt>Website</dt>
      <dd>{dossier.website}</dd>
      <dt>Connect address</dt>
      <dd>{dossier.connectUrl ?? 'none'}</dd>
    </dl>
  </Panel>
)

type Items = Dossier['changeList'][number]['before']

const itemsIn = ({ name, redirectUriList, connectUrl, website, description }: Items): string =>
  [name ?? [], redirectUriList ?? [], connectUrl ?? [], website ?? [], description ?? []].flat().join(' ')

/** Support approved what stood here before. */
export const Changes = ({ dossier }: { readonly dossier: Dossier }) =>
  dossier.changeList.length > 0 && (
    <Panel title="Changes of the registration" hint="connected operators read of all but the contact">
      <ol className="panel-body stack">
        {dossier.changeList.map(({ at, memberName, fieldList, before, after }) => (
          <li key={`${at} ${fieldList.join()}`}>
            <b>{fieldList.map(itemInWords).join(', ')}</b>{' '}
            <span className="small muted">
              <Moment at={at} as="full" />, by {memberName}
            </span>
            {itemsIn(after) !== '' && (
              <p className="small mono">
                {itemsIn(before)} → {itemsIn(after)}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )

/** The card and the question, as an operator's administrator reads them. */
export const AsOperatorsSeeIt = ({ dossier }: { readonly dossier: Dossier }) => (
  <SeenByOperators
    application={{ ...dossier, providerName: dossier.providerName ?? dossier.contact }}
    isSandbox={dossier.mode !== 'production'}
    lines={dossier.measuredUse.scopeList
      .filter(({ isAsked }) => isAsked)
      .map(({ name }) => {
        const words = dossier.scopeCeilingList.find((scope) => scope.name === name)
        return { key: name, icon: words?.access === 'write' ? 'pencil' : 'eye', text: words?.text ?? name }
      })}
  />
)
