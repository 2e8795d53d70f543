/** What operators see of an application: its card among the add-ons, and the question of the consent page. */
import type { ReactNode } from 'react'
import { kindInWords } from '../add-ons/kinds.ts'
import { Logo } from '../parts/logo.tsx'
import { Panel } from '../parts/panel.tsx'
import { hostOf } from '../text/host-of.ts'
import { ConsentCard, type ConsentLine } from './consent-card.tsx'
import './seen-by-operators.css'

interface ShownApplication {
  readonly name: string
  readonly kind: string
  readonly logoPath: string | null
  readonly description: string
  /** The provider's company; its contact where the host registered it. */
  readonly providerName: string
  readonly website: string
  readonly redirectUriList: readonly string[]
}

interface SeenByOperatorsProps {
  readonly application: ShownApplication
  /** What the consent page would ask for, before the way back. */
  readonly lines: readonly ConsentLine[]
  readonly isSandbox: boolean
  readonly hint?: string
}

/** Words stand in where nothing was typed yet. */
const AddOnCard = ({ application }: { readonly application: ShownApplication }) => (
  <div className="add-on-card">
    <span className="entity">
      <Logo name={application.name} path={application.logoPath} />
      <span className="two-lines">
        <b>{application.name}</b>
        <span className="small muted">
          {kindInWords(application.kind)} · {application.providerName}
        </span>
      </span>
    </span>
    <p>{application.description || 'What it does for an operator.'}</p>
    <p className="small muted">{hostOf(application.website) || 'website'}</p>
  </div>
)

const hostsOf = ({ redirectUriList }: ShownApplication): string =>
  [...new Set(redirectUriList.map((uri) => hostOf(uri) || uri))].join(' or ') || 'your redirect address'

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="stack-tight">
    <h3 className="muted">{title}</h3>
    {children}
  </div>
)

export const SeenByOperators = ({ application, lines, isSandbox, hint }: SeenByOperatorsProps) => (
  <Panel title="How operators see it" {...(hint === undefined ? {} : { hint })}>
    <div className="panel-body stack">
      <Part title="In the add-ons panel">
        <AddOnCard application={application} />
      </Part>
      <Part title="On the consent page">
        <ConsentCard
          question={`Allow ${application.name} to connect to Alpine Jet?`}
          isSandbox={isSandbox}
          lines={[
            {
              key: 'by',
              icon: 'person',
              text: `By ${application.providerName}, ${hostOf(application.website) || 'website'}`,
            },
            ...lines,
            { key: 'to', icon: 'external', text: `Then the browser goes to ${hostsOf(application)}.` },
          ]}
        />
      </Part>
    </div>
  </Panel>
)
