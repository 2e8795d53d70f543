/** The dossier of an application: registration, evidence, connections, messages, timeline, and the decision. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { kindInWords } from '../../add-ons/kinds.ts'
import { useChange } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { Logo } from '../../parts/logo.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Conversation } from '../../platform/conversation.tsx'
import { Crumbs } from '../../platform/crumbs.tsx'
import { Evidence, metCount } from '../../platform/evidence.tsx'
import { PlatformNotFound } from '../../platform/lost.tsx'
import { ModeTag, Timeline } from '../../platform/mode.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { useStaffRole } from '../role.ts'
import { BeyondItsKind } from './beyond-its-kind.tsx'
import { Decision } from './decision.tsx'
import { ErrorRate } from './error-rate.tsx'
import { Figures, ScopeTable, Ticked } from './measured.tsx'
import { DOSSIER, type Dossier, MESSAGE_SEND } from './queries.ts'
import { AsOperatorsSeeIt, Changes, Registration } from './registration.tsx'
import { Taking } from './taking.tsx'

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

const Found = ({ dossier, promisedHours }: { readonly dossier: Dossier; readonly promisedHours: number }) => {
  const sending = useChange(MESSAGE_SEND)
  const { mayReview } = useStaffRole()
  const { clientId } = dossier
  return (
    <div className="stack">
      <PlatformHead
        title={dossier.name}
        about={
          <>
            {kindInWords(dossier.kind)}
            {dossier.isPersonal ? ', personal' : ''}, by{' '}
            {dossier.providerId === null ? (
              'the host'
            ) : (
              <PlaceLink to={`/providers/${dossier.providerId}`}>{dossier.providerName ?? 'a provider'}</PlaceLink>
            )}
          </>
        }
        above={<Crumbs list="Applications" to="/applications" name={dossier.name} />}
        mark={<Logo name={dossier.name} path={dossier.logoPath} />}
        badge={<ModeTag mode={dossier.mode} />}
      />
      <Figures dossier={dossier} />
      <div className="columns">
        <div className="stack">
          <ScopeTable dossier={dossier} />
          <BeyondItsKind dossier={dossier} />
          <ErrorRate dossier={dossier} />
          <Panel title="Evidence" aside={metCount(dossier.evidenceList)}>
            <Evidence lines={dossier.evidenceList} />
          </Panel>
          <Panel title="Conversation" hint="with the provider, each message is also a mail">
            <Conversation
              messages={dossier.messageList}
              mayWrite={mayReview}
              change={sending}
              onSend={(text, done) => sending.mutate({ clientId, text }, { onSuccess: done })}
            />
          </Panel>
          <Panel title="Timeline" hint="both sides see it">
            <Timeline steps={dossier.transitionList} registeredAt={dossier.registeredAt} />
          </Panel>
          <Connections dossier={dossier} />
          <Registration dossier={dossier} />
          <Changes dossier={dossier} />
          <AsOperatorsSeeIt dossier={dossier} />
        </div>
        <div className="stack">
          <Taking dossier={dossier} promisedHours={promisedHours} />
          <Decision dossier={dossier} />
          <Ticked dossier={dossier} />
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
      {({ application, answerTime }) =>
        application ? <Found dossier={application} promisedHours={answerTime.promisedHours} /> : <PlatformNotFound />
      }
    </Loaded>
  )
}
