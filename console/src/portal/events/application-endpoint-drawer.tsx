/** One endpoint of an application beside the list: how it is, what it hears, its figures and its log; or one try. */
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AttemptLog, LATEST_TRIES, type LogPart } from '../../endpoints/attempt-log.tsx'
import { AttemptTable } from '../../endpoints/attempt-table.tsx'
import { ConditionNote } from '../../endpoints/condition-note.tsx'
import { EndpointActions, ResendFromDialog } from '../../endpoints/endpoint-actions.tsx'
import { EndpointDetail } from '../../endpoints/endpoint-detail.tsx'
import { EndpointDrawer } from '../../endpoints/endpoint-drawer.tsx'
import type { RotatedSecret } from '../../endpoints/rotated.tsx'
import type { EndpointSearch } from '../../endpoints/search.ts'
import { Tried } from '../../endpoints/tried.tsx'
import { useChange } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { Moment } from '../../parts/moment.tsx'
import { Note } from '../../states/note.tsx'
import { counted } from '../../text/count.ts'
import type { Application } from '../queries.ts'
import { ApplicationEndpointForm } from './application-endpoint-form.tsx'
import { eventsLink, useGoToEvents } from './endpoint-links.ts'
import { LeftMakerNote } from './left-maker-note.tsx'
import { ENDPOINT_DETAIL, ENDPOINT_RESEND_FROM, type Endpoint, MESSAGES_AFTER, sentWhenOn } from './queries.ts'

const REFRESH_MS = 5_000
/** While somebody types a cursor nothing is counted. */
const PAUSE_MS = 300

type Attempt = Endpoint['attemptList'][number]

interface OfApplication {
  readonly application: Application
  readonly endpoint: Endpoint
}

interface ResendFromProps extends OfApplication {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The try from which on it is sent again; null where operator and cursor are given. */
  readonly attempt: Attempt | null
}

const ResendFrom = ({ application, endpoint, isOpen, onClose, attempt }: ResendFromProps) => {
  const operators = application.connectionList.filter(({ environment }) => environment === endpoint.environment)
  const [chosen, setChosen] = useState(operators[0]?.operatorId ?? '')
  const [typed, setTyped] = useState('')
  const { webhookId, url } = endpoint
  const operatorId = attempt?.operatorId ?? chosen
  const from = attempt?.cursorBefore ?? null
  const after = from ?? typed.trim()
  const [cursor] = useDebouncedValue(after, PAUSE_MS)
  const counting = useQuery({
    ...queryOf(MESSAGES_AFTER, { webhookId, operatorId, cursor }),
    enabled: isOpen && cursor !== '' && operatorId !== '',
    retry: false,
  })
  const resending = useChange(ENDPOINT_RESEND_FROM)
  return (
    <ResendFromDialog
      url={url}
      isOpen={isOpen}
      onClose={onClose}
      {...(from === null ? { typed: { cursor: typed, onChange: setTyped } } : {})}
      counting={{ count: counting.data?.webhook?.messagesAfter ?? undefined, error: counting.error }}
      change={resending}
      onSend={() => resending.mutate({ webhookId, operatorId, after }, { onSuccess: onClose })}
    >
      {attempt === null && (
        <NativeSelect
          label="Of the operator"
          data={operators.map((each) => ({ value: each.operatorId, label: each.operatorName }))}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
    </ResendFromDialog>
  )
}

interface LogProps extends OfApplication {
  readonly part: LogPart
  readonly onPart: (part: LogPart) => void
}

const Log = ({ application: { clientId }, endpoint, part, onPart }: LogProps) => (
  <AttemptLog attempts={endpoint.attemptList} part={part} onPart={onPart} untried="Nothing was sent yet.">
    <AttemptTable
      label="Attempts"
      attempts={endpoint.attemptList}
      linkTo={({ attemptId }) => eventsLink(clientId, { open: endpoint.webhookId, attempt: attemptId })}
      opened={undefined}
      beside={{ name: 'Operator', of: ({ operatorId }) => operatorId }}
    />
  </AttemptLog>
)

interface DetailProps extends LogProps {
  readonly onRotated: (made: RotatedSecret) => void
  readonly onDeleted: () => void
}

const Detail = ({ onRotated, onDeleted, ...log }: DetailProps) => {
  const { application, endpoint } = log
  const isOff = endpoint.switchedOffAt !== null
  const missed =
    useQuery({ ...sentWhenOn(endpoint.webhookId), enabled: isOff }).data?.webhook?.messagesAfter ?? undefined
  return (
    <EndpointDetail
      endpoint={endpoint}
      condition={
        <>
          <LeftMakerNote endpoint={endpoint} />
          <ConditionNote endpoint={endpoint} missed={missed} lastTry={null}>
            {endpoint.operatorCount === 0 && (
              <Note tone="attention" icon="plug">
                <b>No operator has connected the application here yet.</b> Nothing is sent until one has, no test
                either.
              </Note>
            )}
          </ConditionNote>
        </>
      }
      actions={
        <EndpointActions
          endpoint={endpoint}
          toldTo="owners"
          missed={missed}
          changeLink={eventsLink(application.clientId, { open: endpoint.webhookId, change: true })}
          resendFrom={(isOpen, onClose) => (
            <ResendFrom {...{ application, endpoint, isOpen, onClose }} attempt={null} />
          )}
          onRotated={onRotated}
          onDeleted={onDeleted}
        />
      }
      rightsOf="each grant"
      factsBefore={[
        { name: 'Environment', value: endpoint.environment === 'sandbox' ? 'Sandbox' : 'Production' },
        { name: 'Operators', value: counted(endpoint.operatorCount, 'operator') },
      ]}
      factsAfter={[{ name: 'Added', value: <Moment at={endpoint.createdAt} as="full" /> }]}
    >
      <Log {...log} />
    </EndpointDetail>
  )
}

const TriedEndpoint = ({ application, endpoint, attempt }: OfApplication & { readonly attempt: Attempt }) => {
  const { clientId } = application
  const { webhookId } = endpoint
  return (
    <Tried
      endpoint={endpoint}
      attempt={attempt}
      mayResend
      linkTo={({ attemptId }) => eventsLink(clientId, { open: webhookId, attempt: attemptId })}
      backLink={eventsLink(clientId, { open: webhookId })}
      resendFrom={(isOpen, onClose) => <ResendFrom {...{ application, endpoint, isOpen, onClose, attempt }} />}
    />
  )
}

interface ApplicationEndpointDrawerProps {
  readonly application: Application
  readonly search: EndpointSearch
}

export const ApplicationEndpointDrawer = ({ application, search }: ApplicationEndpointDrawerProps) => {
  const [part, setPart] = useState(LATEST_TRIES)
  const go = useGoToEvents(application.clientId)
  const query = useQuery({
    ...queryOf(ENDPOINT_DETAIL, { webhookId: search.open ?? '', ...part }),
    enabled: search.open !== undefined,
    refetchInterval: REFRESH_MS,
  })
  return (
    <EndpointDrawer search={search} query={query} onClose={() => go({})}>
      {(endpoint, attempt, onRotated) => {
        const of = { application, endpoint }
        const back = () => go({ open: endpoint.webhookId })
        if (search.change) {
          const form = { application, changed: endpoint, onMade: () => {} }
          return <ApplicationEndpointForm {...form} onChanged={back} onCancel={back} />
        }
        if (attempt) return <TriedEndpoint key={attempt.attemptId} {...of} attempt={attempt} />
        return <Detail {...of} part={part} onPart={setPart} onRotated={onRotated} onDeleted={() => go({})} />
      }}
    </EndpointDrawer>
  )
}
