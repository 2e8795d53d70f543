/** One application at a glance: how far it is, what is next, what is registered, and where it is connected. */
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { ExtraScopes } from '../platform/extra-scopes.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import { SeenByOperators } from '../platform/seen-by-operators.tsx'
import { StateTrack } from '../platform/state-track.tsx'
import { ApplicationFrame } from './application-frame.tsx'
import { ApplicationIdentity } from './application-identity.tsx'
import { HeldTokens } from './connect/held-tokens.tsx'
import { NextSteps } from './next-steps.tsx'
import { useProviderName } from './provider-name.ts'
import type { Application } from './queries.ts'
import { LogoRefusal } from './registration/logo-refusal.tsx'

interface PartProps {
  readonly application: Application
}

const Registration = ({ application }: PartProps) => (
  <Panel
    title="Registration"
    aside={<PlaceLink to={`/applications/${application.clientId}/registration`}>Change it</PlaceLink>}
  >
    <dl className="panel-body facts">
      <ApplicationIdentity application={application} />
      <dt>Redirect URIs</dt>
      <dd>
        {application.redirectUriList.map((uri) => (
          <div key={uri} className="mono">
            {uri}
          </div>
        ))}
      </dd>
      <dt>Phone number</dt>
      <dd>{application.phoneNumber}</dd>
      <dt>Contact</dt>
      <dd>{application.contact}</dd>
      <dt>Website</dt>
      <dd>{application.website}</dd>
      <dt>Registered</dt>
      <dd>
        <Moment at={application.registeredAt} as="full" />
      </dd>
    </dl>
  </Panel>
)

/** The steps, and the first line of the checklist that is open. */
export const WayToProduction = ({
  application,
  isAtChecklist = false,
}: PartProps & { readonly isAtChecklist?: boolean }) => {
  const { clientId, mode, evidenceList, registeredAt, transitionList } = application
  const met = evidenceList.filter(({ isMet }) => isMet).length
  const open = evidenceList.find(({ isMet }) => !isMet)
  return (
    <Panel title="Way to production" hint="every step is recorded: who, when, why">
      <StateTrack
        mode={mode}
        registeredAt={registeredAt}
        steps={transitionList.map((step) => ({ ...step, by: step.byName }))}
      />
      {mode !== 'production' && mode !== 'suspended' && (
        <p className="panel-foot small row">
          <span className={open ? 'state' : 'state good'}>
            <Icon name={open ? 'unused' : 'circleCheck'} />
            {met} of {evidenceList.length} met
          </span>
          {open && (
            <span>
              <b>Left to do:</b> {open.todo}
            </span>
          )}
          {!isAtChecklist && (
            <span className="push">
              <PlaceLink to={`/applications/${clientId}/production`}>See the checklist</PlaceLink>
            </span>
          )}
        </p>
      )}
    </Panel>
  )
}

/** What operators were asked for, in the words of the consent page. */
const askedLines = ({ connectionList, scopeCeilingList }: Application) => {
  const asked = new Set(connectionList.flatMap(({ scopeList }) => scopeList))
  return scopeCeilingList
    .filter(({ name }) => asked.has(name))
    .map(({ name, access, text }) => ({
      key: name,
      icon: access === 'write' ? ('pencil' as const) : ('eye' as const),
      text,
    }))
}

const AsOperatorsSeeIt = ({ application }: PartProps) => {
  const providerName = useProviderName()
  return (
    <SeenByOperators
      application={{ ...application, providerName }}
      lines={askedLines(application)}
      isSandbox={application.mode !== 'production'}
      hint="before they allow it"
    />
  )
}

const Overview = ({ application }: PartProps) => (
  <>
    <LogoRefusal application={application} />
    <WayToProduction application={application} />
    <NextSteps application={application} />
    <div className="columns">
      <div className="stack">
        <Registration application={application} />
        {application.scopeDecisionList.length > 0 && <ExtraScopes of={application} />}
        <HeldTokens application={application} />
      </div>
      <div>
        <AsOperatorsSeeIt application={application} />
      </div>
    </div>
  </>
)

export const ApplicationPage = () => (
  <ApplicationFrame tab="Overview">{(application) => <Overview application={application} />}</ApplicationFrame>
)
