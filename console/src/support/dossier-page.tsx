/** The dossier of an application: registration, evidence, connections, messages, timeline, and the decision. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { kindInWords } from '../add-ons/kinds.ts'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Logo } from '../parts/logo.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Conversation } from '../platform/conversation.tsx'
import { Evidence, metCount } from '../platform/evidence.tsx'
import { PlatformNotFound } from '../platform/lost.tsx'
import { ModeTag, Timeline } from '../platform/mode.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Decision } from './decision.tsx'
import { DOSSIER, type Dossier, MESSAGE_SEND } from './queries.ts'

const Registration = ({ dossier }: { readonly dossier: Dossier }) => (
  <Panel title="Registration">
    <dl className="panel-body facts">
      <dt>Client ID</dt>
      <dd className="mono">{dossier.clientId}</dd>
      <dt>Redirect URIs</dt>
      <dd className="mono">{dossier.redirectUriList.join(' ')}</dd>
      <dt>Description</dt>
      <dd>{dossier.description}</dd>
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
const Changes = ({ dossier }: { readonly dossier: Dossier }) =>
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

const Connections = ({ dossier }: { readonly dossier: Dossier }) => (
  <Panel title="Operators" hint="where it is connected">
    <ul className="panel-body stack-tight">
      {dossier.connectionList.length === 0 && <li className="muted">None.</li>}
      {dossier.connectionList.map(({ operatorId, operatorName, environment, scopeList }) => (
        <li key={`${operatorId} ${environment}`}>
          {operatorName} <span className="small muted">{environment}</span>
          <p className="small mono">{scopeList.join(' ')}</p>
        </li>
      ))}
    </ul>
  </Panel>
)

const Found = ({ dossier }: { readonly dossier: Dossier }) => {
  const sending = useChange(MESSAGE_SEND)
  const { clientId } = dossier
  return (
    <div className="stack">
      <PlatformHead
        title={dossier.name}
        about={`${kindInWords(dossier.kind)}${dossier.isPersonal ? ', personal' : ''}, by ${dossier.providerName ?? 'the host'}`}
        mark={<Logo name={dossier.name} path={dossier.logoPath} />}
        badge={<ModeTag mode={dossier.mode} />}
      />
      <div className="columns">
        <div className="stack">
          <Panel title="Evidence" aside={metCount(dossier.evidenceList)}>
            <Evidence lines={dossier.evidenceList} />
          </Panel>
          <Panel title="Conversation" hint="with the provider, each message is also a mail">
            <Conversation
              messages={dossier.messageList}
              isBusy={sending.isPending}
              error={sending.error}
              onSend={(text, done) => sending.mutate({ clientId, text }, { onSuccess: done })}
            />
          </Panel>
          <Registration dossier={dossier} />
          <Changes dossier={dossier} />
        </div>
        <div className="stack">
          <Decision dossier={dossier} />
          <Connections dossier={dossier} />
          <Panel title="Timeline" hint="both sides see it">
            <Timeline steps={dossier.transitionList} registeredAt={dossier.registeredAt} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

export const DossierPage = () => {
  const { clientId = '' } = useParams({ strict: false })
  const query = useQuery(queryOf(DOSSIER, { clientId }))
  return (
    <Loaded query={query}>
      {({ application }) => (application ? <Found dossier={application} /> : <PlatformNotFound />)}
    </Loaded>
  )
}
