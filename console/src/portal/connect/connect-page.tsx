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

interface StepsProps {
  readonly application: Application
  readonly callbackUri: string
  readonly sandbox: NonNullable<Provider['sandbox']>
}

/** What came back stands first: its code lives for minutes. */
const Steps = ({ application, callbackUri, sandbox }: StepsProps) => {
  const [last, setLast] = useState<Attempt | null>(() => attemptsOf(application.clientId)[0] ?? null)
  const arrival = arrivalFor(application.clientId)
  const link = <LinkBuilder application={application} sandbox={sandbox} callbackUri={callbackUri} onUsed={setLast} />
  const answer = (
    <Inspector
      clientId={application.clientId}
      callbackUri={callbackUri}
      sandboxOrigin={sandbox.origin}
      arrival={arrival}
      last={last}
    />
  )
  return (
    <div className="stack">
      {arrival ? answer : link}
      {arrival ? link : answer}
      <HeldTokens application={application} />
    </div>
  )
}

const AtSandbox = ({ application }: { readonly application: Application }) => (
  <Loaded query={useSandbox()}>
    {({ me: { callbackUri, provider } }) =>
      provider.sandbox === null || provider.sandbox.isSuspended ? (
        <NoSandbox provider={provider} />
      ) : (
        <Steps application={application} callbackUri={callbackUri} sandbox={provider.sandbox} />
      )
    }
  </Loaded>
)

export const ConnectPage = () => (
  <ApplicationFrame tab="Connect">{(application) => <AtSandbox application={application} />}</ApplicationFrame>
)
