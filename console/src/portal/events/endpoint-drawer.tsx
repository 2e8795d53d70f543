/** One endpoint of an application beside the list: how it is, what it hears, its figures and its log; or one try. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Facts, Section } from '../../data/record-parts.tsx'
import { useChange, useIsUnderWay } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SideDrawer } from '../../parts/side-drawer.tsx'
import { Empty } from '../../states/empty.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { counted } from '../../text/count.ts'
import { AttemptDetail } from '../../webhooks/attempt-detail.tsx'
import { AttemptTable } from '../../webhooks/attempt-table.tsx'
import { DeliveryPanel } from '../../webhooks/delivery-panel.tsx'
import { conditionOf, shortUrl, tryWord } from '../../webhooks/endpoint.ts'
import { EndpointState } from '../../webhooks/endpoint-state.tsx'
import { entityLabels } from '../../webhooks/heard.ts'
import { hears } from '../../webhooks/hearing.ts'
import { WEBHOOK_RESEND, WEBHOOK_SECRET_ROTATE } from '../../webhooks/queries.ts'
import { Rotated, type RotatedSecret } from '../../webhooks/rotated.tsx'
import { ResendFromDialog, WebhookActions } from '../../webhooks/webhook-actions.tsx'
import type { Application } from '../queries.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { type EventsSearch, eventsLink, useGoToEvents } from './endpoint-links.ts'
import { ENDPOINT_DETAIL, ENDPOINT_RESEND_FROM, type Endpoint } from './queries.ts'

const REFRESH_MS = 5_000

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
  const resending = useChange(ENDPOINT_RESEND_FROM)
  const { webhookId, url } = endpoint
  const operatorId = attempt?.operatorId ?? chosen
  return (
    <ResendFromDialog
      url={url}
      isOpen={isOpen}
      onClose={onClose}
      from={attempt?.cursorBefore ?? null}
      isBusy={resending.isPending}
      error={resending.error}
      onSend={(after) => resending.mutate({ webhookId, operatorId, after }, { onSuccess: onClose })}
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

const Condition = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  if (endpoint.switchedOffAt !== null)
    return (
      <Note tone="attention" icon="pause">
        <b>
          Off since <Moment at={endpoint.switchedOffAt} />
        </b>
        {endpoint.offReason !== null && `: ${endpoint.offReason}`}. Switched on, it goes on where it stopped.
      </Note>
    )
  if (conditionOf(endpoint, false) === 'failing')
    return (
      <Note tone="fail" icon="circleCross">
        <b>
          {counted(endpoint.waitingCount, 'message waits', 'messages wait')} and{' '}
          {endpoint.waitingCount === 1 ? 'goes' : 'go'} out in order once it answers.
        </b>{' '}
        It is switched off after three days without an answer, and nothing is lost then either.
      </Note>
    )
  return endpoint.operatorCount > 0 ? null : (
    <Note tone="attention" icon="plug">
      <b>No operator has connected the application here yet.</b> Nothing is sent until one has, no test either.
    </Note>
  )
}

const About = ({ endpoint }: { readonly endpoint: Endpoint }) => (
  <Section title="What it hears" aside="what each grant may read at that moment">
    <Facts
      facts={[
        { name: 'Environment', value: endpoint.environment === 'sandbox' ? 'Sandbox' : 'Production' },
        { name: 'Operators', value: counted(endpoint.operatorCount, 'operator') },
        { name: 'Records', value: entityLabels(endpoint.entityList) },
        { name: 'When', value: hears(endpoint) },
        {
          name: 'Signing secret',
          value: (
            <>
              <code>whsec_…{endpoint.secretEndsIn}</code>
              {endpoint.earlierSecretUntil !== null && (
                <>
                  , and the one before until <Moment at={endpoint.earlierSecretUntil} />
                </>
              )}
            </>
          ),
        },
        { name: 'Added', value: <Moment at={endpoint.createdAt} as="full" /> },
      ]}
    />
    {endpoint.query !== null && <pre className="code-lines">{endpoint.query}</pre>}
  </Section>
)

const OUTCOMES = [
  { value: '', label: 'Any outcome' },
  { value: 'TAKEN', label: 'Taken' },
  { value: 'REFUSED', label: 'Refused' },
  { value: 'NO_ANSWER', label: 'No answer' },
]

type Outcome = 'TAKEN' | 'REFUSED' | 'NO_ANSWER'

interface DetailProps extends OfApplication {
  readonly outcome: Outcome | null
  readonly onOutcome: (outcome: Outcome | null) => void
  readonly onRotated: (made: RotatedSecret) => void
  readonly onDeleted: () => void
}

const Detail = ({ application, endpoint, outcome, onOutcome, onRotated, onDeleted }: DetailProps) => {
  const { clientId } = application
  const { webhookId } = endpoint
  return (
    <div className="stack">
      <div className="row">
        <EndpointState condition={conditionOf(endpoint, false)} since={endpoint.switchedOffAt} />
        <code className="url-line">{endpoint.url}</code>
      </div>
      <Condition endpoint={endpoint} />
      <WebhookActions
        webhook={endpoint}
        toldTo="owners"
        changeLink={eventsLink(clientId, { open: webhookId, change: true })}
        resendFrom={(isOpen, onClose) => (
          <ResendFrom application={application} endpoint={endpoint} isOpen={isOpen} onClose={onClose} attempt={null} />
        )}
        onRotated={onRotated}
        onDeleted={onDeleted}
      />
      <Section title="Deliveries" aside="the latest 500 tries of 7 days">
        <DeliveryPanel figures={endpoint.figures} waiting={endpoint.waitingCount} />
      </Section>
      <About endpoint={endpoint} />
      <Section title="Attempts" aside={endpoint.attemptList.length === 100 ? 'the latest 100' : 'all of 30 days'}>
        <NativeSelect
          aria-label="Outcome"
          data={OUTCOMES}
          value={outcome ?? ''}
          onChange={(event) => onOutcome((event.currentTarget.value || null) as Outcome | null)}
        />
        {endpoint.attemptList.length === 0 ? (
          <p className="muted">{outcome === null ? 'Nothing was sent yet.' : 'No try ended so.'}</p>
        ) : (
          <div className="panel">
            <AttemptTable
              label="Attempts"
              attempts={endpoint.attemptList}
              linkTo={({ attemptId }) => eventsLink(clientId, { open: webhookId, attempt: attemptId })}
              opened={undefined}
              beside={{ name: 'Operator', of: ({ operatorId }) => operatorId }}
            />
          </div>
        )}
      </Section>
    </div>
  )
}

const Tried = ({ application, endpoint, attempt }: OfApplication & { readonly attempt: Attempt }) => {
  const [isAsking, setAsking] = useState(false)
  const resend = useChange(WEBHOOK_RESEND)
  const { webhookId } = endpoint
  const { clientId } = application
  return (
    <AttemptDetail
      attempt={attempt}
      all={endpoint.attemptList}
      linkTo={({ attemptId }) => eventsLink(clientId, { open: webhookId, attempt: attemptId })}
    >
      {resend.isError && <FailureNote error={resend.error} what="It was not sent again." />}
      {resend.isSuccess && (
        <p role="status" className="small muted">
          It is on its way again, under the same id.
        </p>
      )}
      <div className="row">
        {attempt.cursorBefore !== null && endpoint.switchedOffAt === null && (
          <>
            <Button
              variant="filled"
              leftSection={<Icon name="send" />}
              loading={resend.isPending}
              onClick={() => resend.mutate({ webhookId, messageId: attempt.messageId })}
            >
              Send it again
            </Button>
            <Button onClick={() => setAsking(true)}>Send again from here on</Button>
          </>
        )}
        <Link {...eventsLink(clientId, { open: webhookId })}>Back to the endpoint</Link>
      </div>
      <ResendFrom
        application={application}
        endpoint={endpoint}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        attempt={attempt}
      />
    </AttemptDetail>
  )
}

interface EndpointDrawerProps {
  readonly application: Application
  readonly search: EventsSearch
}

export const EndpointDrawer = ({ application, search }: EndpointDrawerProps) => {
  const [made, setMade] = useState<RotatedSecret | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const go = useGoToEvents(application.clientId)
  const isRotating = useIsUnderWay(WEBHOOK_SECRET_ROTATE)
  const { open } = search
  const query = useQuery({
    ...queryOf(ENDPOINT_DETAIL, { webhookId: open ?? '', outcome }),
    enabled: open !== undefined,
    refetchInterval: REFRESH_MS,
  })
  const endpoint = query.data?.webhook
  const attempt = endpoint?.attemptList.find(({ attemptId }) => attemptId === search.attempt)
  const back = () => go(open === undefined ? {} : { open })
  const name = endpoint ? endpoint.description || shortUrl(endpoint.url) : 'Endpoint'
  return (
    <SideDrawer
      title={attempt ? `${attempt.type}, ${tryWord(attempt.number)}` : name}
      isOpen={open !== undefined}
      isWide={!search.change && made === null}
      isClosable={!isRotating && (made === null || made.secret === null)}
      onClose={() => {
        setMade(null)
        go({})
      }}
    >
      {made !== null && <Rotated made={made} onDone={() => setMade(null)} />}
      {(made === null || made.secret === null) && (
        <Loaded query={query} rows={3}>
          {() => {
            if (!endpoint) return <Empty icon="hook" title="There is no such endpoint" />
            const of = { application, endpoint }
            if (search.change)
              return (
                <EndpointForm
                  application={application}
                  changed={endpoint}
                  onMade={() => {}}
                  onChanged={back}
                  onCancel={back}
                />
              )
            if (attempt) return <Tried key={attempt.attemptId} {...of} attempt={attempt} />
            return (
              <Detail {...of} outcome={outcome} onOutcome={setOutcome} onRotated={setMade} onDeleted={() => go({})} />
            )
          }}
        </Loaded>
      )}
    </SideDrawer>
  )
}
