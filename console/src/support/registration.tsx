/** The registration of an application in its dossier: its items, what changed since, and how operators see it. */
import { Logo } from '../parts/logo.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { ConsentCard } from '../platform/consent-card.tsx'
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
    </dl>
  </Panel>
)

const FIELDS_IN_WORDS: Readonly<Record<string, string>> = {
  redirectUriList: 'redirect URIs',
  connectUrl: 'connect URL',
}

type Items = Dossier['changeList'][number]['before']

const itemsIn = ({ name, redirectUriList }: Items): string => [name ?? [], redirectUriList ?? []].flat().join(' ')

/** Support approved what stood here before. */
export const Changes = ({ dossier }: { readonly dossier: Dossier }) =>
  dossier.changeList.length > 0 && (
    <Panel title="Changes of the registration" hint="connected operators read of name, logo and redirect URIs">
      <ol className="panel-body stack">
        {dossier.changeList.map(({ at, memberName, fieldList, before, after }) => (
          <li key={`${at} ${fieldList.join()}`}>
            <b>{fieldList.map((field) => FIELDS_IN_WORDS[field] ?? field).join(', ')}</b>{' '}
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

const scopeIcon = (scope: string): 'pencil' | 'eye' => (scope.endsWith(':write') ? 'pencil' : 'eye')

const hostsOf = ({ redirectUriList }: Dossier): string =>
  redirectUriList.map((uri) => URL.parse(uri)?.host ?? uri).join(' or ')

/** The card and the question, as an operator's administrator reads them. */
export const Face = ({ dossier }: { readonly dossier: Dossier }) => (
  <Panel title="How operators see it">
    <div className="panel-body stack-tight">
      <span className="row">
        <Logo name={dossier.name} path={dossier.logoPath} />
        <span className="two-lines">
          <b>{dossier.name}</b>
          <span className="small muted">{dossier.contact}</span>
        </span>
      </span>
      <p>{dossier.description}</p>
      <ConsentCard
        question={`Allow ${dossier.name} to connect to Alpine Jet?`}
        isSandbox={false}
        lines={[
          ...dossier.measuredUse.scopeList
            .filter(({ isAsked }) => isAsked)
            .map(({ name }) => ({ key: name, icon: scopeIcon(name), text: <code>{name}</code> })),
          { key: 'to', icon: 'external' as const, text: `Then the browser goes to ${hostsOf(dossier)}.` },
        ]}
      />
    </div>
  </Panel>
)
