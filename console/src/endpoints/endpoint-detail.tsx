/** One endpoint: how it is, what can be done with it, its figures, what it hears and its log. */
import type { ReactNode } from 'react'
import { type Fact, Facts, Section } from '../data/record-parts.tsx'
import { Moment } from '../parts/moment.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { conditionOf, type Endpoint, type Figures, type HourOfTries } from './endpoint.ts'
import { EndpointState } from './endpoint-state.tsx'
import { entityLabels } from './heard.ts'
import { type HearingSet, hears } from './hearing.ts'

const LOGGED = 100

export interface DetailedEndpoint extends Endpoint, HearingSet {
  readonly url: string
  readonly aircraftIdList?: readonly string[] | null
  readonly secretEndsIn: string
  readonly earlierSecretUntil: string | null
  readonly figures: Figures & { readonly hourList: readonly HourOfTries[] }
}

interface EndpointDetailProps {
  readonly endpoint: DetailedEndpoint
  readonly hearsLess?: boolean
  /** What hinders it. */
  readonly condition: ReactNode
  readonly actions: ReactNode
  /** Whose rights decide what it hears. */
  readonly rightsOf: string
  readonly factsBefore: readonly Fact[]
  readonly factsAfter: readonly Fact[]
  /** The log. */
  readonly children: ReactNode
}

const SigningSecret = ({ endpoint: { secretEndsIn, earlierSecretUntil } }: { readonly endpoint: DetailedEndpoint }) => (
  <>
    <code>whsec_…{secretEndsIn}</code>
    {earlierSecretUntil !== null && (
      <>
        , and the one before until <Moment at={earlierSecretUntil} />
      </>
    )}
  </>
)

export const EndpointDetail = ({
  endpoint,
  hearsLess = false,
  condition,
  actions,
  rightsOf,
  factsBefore,
  factsAfter,
  children,
}: EndpointDetailProps) => (
  <div className="stack">
    <div className="row">
      <EndpointState condition={conditionOf(endpoint, hearsLess)} since={endpoint.switchedOffAt} />
      <code className="url-line">{endpoint.url}</code>
    </div>
    {condition}
    {actions}
    <Section title="Deliveries" aside="the latest 500 tries of 7 days">
      <DeliveryPanel figures={endpoint.figures} waiting={endpoint.waitingCount} />
    </Section>
    <Section title="What it hears" aside={`what ${rightsOf} may read at that moment`}>
      <Facts
        facts={[
          ...factsBefore,
          { name: 'Records', value: entityLabels(endpoint.entityList) },
          { name: 'When', value: hears(endpoint) },
          { name: 'Signing secret', value: <SigningSecret endpoint={endpoint} /> },
          ...factsAfter,
        ]}
      />
      {endpoint.query !== null && <pre className="code-lines">{endpoint.query}</pre>}
    </Section>
    <Section
      title="Attempts"
      aside={endpoint.attemptList.length === LOGGED ? `the latest ${LOGGED}` : 'all of 30 days'}
    >
      {children}
    </Section>
  </div>
)
