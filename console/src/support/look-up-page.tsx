/** What happened to a request: by its id, without the operator's data; each look-up is in the operator's own log. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { counted } from '../text/count.ts'
import { type FoundRequest, LOOK_UP, ME } from './queries.ts'
import './support.css'

const Found = ({ request }: { readonly request: FoundRequest }) => (
  <Panel title={request.requestId} hint="this look-up is in the operator’s own audit log">
    <dl className="panel-body facts">
      <dt>When</dt>
      <dd>
        <Moment at={request.at} as="full" />
      </dd>
      <dt>Operator</dt>
      <dd>
        {request.operatorName}, {request.environment}
      </dd>
      <dt>Who asked</dt>
      <dd>
        {request.asker}, {request.isApplication ? 'application' : 'API key'}
      </dd>
      <dt>Operation</dt>
      <dd>{request.operation ?? 'unnamed'}</dd>
      <dt>Outcome</dt>
      <dd>
        {request.outcome} {request.code !== null && <code>{request.code}</code>}
      </dd>
      {request.path !== null && (
        <>
          <dt>At</dt>
          <dd className="mono">{request.path}</dd>
        </>
      )}
      <dt>Cost</dt>
      <dd>{request.cost ?? 'none'}</dd>
      <dt>Took</dt>
      <dd>{request.tookMs} ms</dd>
    </dl>
  </Panel>
)

type NeededScope = FoundRequest['neededScopeFactList'][number]

/** For a refused one the missing scopes explain it: whether who asked has them today, and whether its kind may. */
const scopeSentence = ({ isHeld, isOfKind }: NeededScope): string => {
  if (isHeld) return 'has it'
  return isOfKind === false ? 'lacks it, and its kind may not ask for it' : 'lacks it'
}

const Scopes = ({ request }: { readonly request: FoundRequest }) => (
  <Panel title={request.outcome === 'refused' ? 'Why' : 'Scopes it needed'} hint="as granted today">
    <ul className="panel-body stack-tight">
      {request.neededScopeFactList.length === 0 && <li className="muted">It needed no scope.</li>}
      {request.neededScopeFactList.map((scope) => (
        <li key={scope.name} className="row">
          <code>{scope.name}</code>
          <span className={scope.isHeld ? 'state good push' : 'state push'}>
            <Icon name={scope.isHeld ? 'circleCheck' : 'circleCross'} />
            {scopeSentence(scope)}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
)

export const LookUpPage = () => {
  const asked: unknown = new URLSearchParams(useLocation().searchStr).get('id')
  const [requestId, setRequestId] = useState(typeof asked === 'string' ? asked : '')
  const lookUp = useChange(LOOK_UP)
  const me = useQuery(queryOf(ME, {})).data?.me
  const submit = (event: FormEvent) => {
    event.preventDefault()
    lookUp.mutate({ requestId: requestId.trim() })
  }
  const found = lookUp.data?.requestLookUp.request
  return (
    <div className="stack">
      <PlatformHead
        title="What happened to a request?"
        about={`Applications’ and keys’ requests${me ? ` of the last ${counted(me.keptRequestDays, 'day')}` : ''}.`}
      />
      <section className="panel" aria-label="Look up a request">
        <form className="form panel-body" onSubmit={submit}>
          <TextInput
            label="Request id"
            description="Every answer has it in its header X-Request-Id, and errors name it."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="req_…"
            className="look-up-id"
            autoComplete="off"
            spellCheck={false}
            required
            withAsterisk={false}
            value={requestId}
            onChange={(event) => setRequestId(event.currentTarget.value)}
          />
          <FailureNote error={lookUp.error} what="Nothing was found." />
          <div className="form-feet">
            <Button type="submit" variant="filled" loading={lookUp.isPending}>
              Look it up
            </Button>
          </div>
        </form>
      </section>
      {found && <Found request={found} />}
      {found && <Scopes request={found} />}
    </div>
  )
}
