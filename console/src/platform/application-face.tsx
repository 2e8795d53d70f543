/** What operators see of an application: its card among the add-ons, and the question of the consent page. */
import type { ReactNode } from 'react'
import { kindInWords } from '../add-ons/kinds.ts'
import { Logo } from '../parts/logo.tsx'
import { Panel } from '../parts/panel.tsx'
import { hostOf } from '../text/host-of.ts'
import { ConsentCard, type ConsentLine } from './consent-card.tsx'
import './application-face.css'

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

interface ApplicationFaceProps {
  readonly face: ShownApplication
  /** What the consent page would ask for, before the way back. */
  readonly lines: readonly ConsentLine[]
  readonly isSandbox: boolean
  readonly hint?: string
}

/** Words stand in where nothing was typed yet. */
const AddOnCard = ({ face }: { readonly face: ShownApplication }) => (
  <div className="face-card">
    <span className="entity">
      <Logo name={face.name} path={face.logoPath} />
      <span className="two-lines">
        <b>{face.name}</b>
        <span className="small muted">
          {kindInWords(face.kind)} · {face.providerName}
        </span>
      </span>
    </span>
    <p>{face.description || 'What it does for an operator.'}</p>
    <p className="small muted">{hostOf(face.website) || 'website'}</p>
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

export const ApplicationFace = ({ face, lines, isSandbox, hint }: ApplicationFaceProps) => (
  <Panel title="How operators see it" {...(hint === undefined ? {} : { hint })}>
    <div className="panel-body stack">
      <Part title="In the add-ons panel">
        <AddOnCard face={face} />
      </Part>
      <Part title="On the consent page">
        <ConsentCard
          question={`Allow ${face.name} to connect to Alpine Jet?`}
          isSandbox={isSandbox}
          lines={[
            {
              key: 'by',
              icon: 'person',
              text: `By ${face.providerName}, ${hostOf(face.website) || 'website'}`,
            },
            ...lines,
            { key: 'to', icon: 'external', text: `Then the browser goes to ${hostsOf(face)}.` },
          ]}
        />
      </Part>
    </div>
  </Panel>
)
