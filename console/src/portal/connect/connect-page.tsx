/** Connect: from the link to the first query, against the provider's own sandbox operator. */
import type { ResultOf } from 'gql.tada'
import { useState } from 'react'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { ApplicationFrame } from '../application-frame.tsx'
import type { Application, ME } from '../queries.ts'
import { SandboxMaking } from '../sandbox-making.tsx'
import { useSandbox } from '../use-sandbox.ts'
import { type Attempt, attemptByState, attemptsOf, keptArrival } from './attempt.ts'
import { HeldTokens } from './held-tokens.tsx'
import { Inspector } from './inspector.tsx'
import { LinkBuilder } from './link-builder.tsx'
import { stateIn } from './received.ts'
import './connect.css'

type Provider = ResultOf<typeof ME>['me']['provider']

/** What came back to the portal, where it is the answer to a link of this application. */
const arrivalFor = (clientId: string) => {
  const arrival = keptArrival()
  return arrival && attemptByState(stateIn(arrival.query) ?? '')?.clientId === clientId ? arrival : null
}

const NoSandbox = ({ provider: { sandbox, sandboxMaking } }: { readonly provider: Provider }) =>
  sandboxMaking && !sandbox ? (
    <div className="panel panel-body">
      <SandboxMaking making={sandboxMaking} isThere={false} />
    </div>
  ) : (
    <Note icon="flask">
      {sandbox === null
        ? 'There is no sandbox operator to connect to.'
        : 'Your sandbox operator is suspended: write to support to have it opened again.'}
    </Note>
  )

const Steps = ({ application }: { readonly application: Application }) => {
  const query = useSandbox()
  const [last, setLast] = useState<Attempt | null>(() => attemptsOf(application.clientId)[0] ?? null)
  return (
    <Loaded query={query}>
      {({ me: { callbackUri, provider } }) =>
        provider.sandbox === null || provider.sandbox.isSuspended ? (
          <NoSandbox provider={provider} />
        ) : (
          <div className="stack">
            <LinkBuilder
              application={application}
              sandbox={provider.sandbox}
              callbackUri={callbackUri}
              onUsed={setLast}
            />
            <Inspector
              clientId={application.clientId}
              callbackUri={callbackUri}
              sandboxOrigin={provider.sandbox.origin}
              arrival={arrivalFor(application.clientId)}
              last={last}
            />
            <HeldTokens application={application} />
          </div>
        )
      }
    </Loaded>
  )
}

export const ConnectPage = () => (
  <ApplicationFrame tab="Connect">{(application) => <Steps application={application} />}</ApplicationFrame>
)
