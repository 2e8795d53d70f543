/** One endpoint of the operator beside the list: how it is, what it hears, its figures and its log; or one try. */
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AttemptLog, LATEST_TRIES, type LogPart } from '../endpoints/attempt-log.tsx'
import { AttemptTable } from '../endpoints/attempt-table.tsx'
import { ConditionNote } from '../endpoints/condition-note.tsx'
import type { MessageCount } from '../endpoints/endpoint.ts'
import { EndpointActions, ResendFromDialog } from '../endpoints/endpoint-actions.tsx'
import { EndpointDetail } from '../endpoints/endpoint-detail.tsx'
import { EndpointDrawer } from '../endpoints/endpoint-drawer.tsx'
import { entityLabels, unheard } from '../endpoints/heard.ts'
import type { RotatedSecret } from '../endpoints/rotated.tsx'
import type { EndpointSearch } from '../endpoints/search.ts'
import { Tried } from '../endpoints/tried.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Moment } from '../parts/moment.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Note } from '../states/note.tsx'
import { type KeyOfWebhook, MESSAGES_AFTER, WEBHOOK_DETAIL, WEBHOOK_RESEND_FROM, type Webhook } from './queries.ts'
import { scopesOf, WebhookForm } from './webhook-form.tsx'

const REFRESH_MS = 5_000
/** While somebody types a cursor nothing is counted. */
const PAUSE_MS = 300

type Attempt = Webhook['attemptList'][number]

const linkOf = (search: EndpointSearch) => ({ to: '/webhooks', search }) as unknown as LinkProps

interface ConditionProps {
  readonly webhook: Webhook
  readonly missing: string[]
  readonly apiKey: KeyOfWebhook | undefined
  readonly last: Attempt | undefined
  readonly missed: MessageCount | undefined
}

/** Not known while another part of the log is shown. */
const lastOf = ({ attemptList }: Webhook, { outcome, before }: LogPart): Attempt | undefined =>
  outcome === null && before === null ? attemptList[0] : undefined

const Condition = ({ webhook, missing, apiKey, last, missed }: ConditionProps) => {
  const lastLink = last && linkOf({ open: webhook.webhookId, attempt: last.attemptId })
  return (
    <ConditionNote endpoint={webhook} missed={missed} lastTry={lastLink && <Link {...lastLink}>See the last try</Link>}>
      {missing.length > 0 && (
        <Note tone="attention" icon="lock">
          <b>It hears less than was chosen.</b> The key {apiKey ? `“${apiKey.label}”` : ''} may not read{' '}
          {entityLabels(missing).toLowerCase()}: that is not sent.{' '}
          <Link to="/api-keys" search={{ key: webhook.apiKeyId }}>
            Open the key
          </Link>
        </Note>
      )}
    </ConditionNote>
  )
}

interface ResendFromProps {
  readonly webhook: Webhook
  readonly isOpen: boolean
  readonly from: string | null
  readonly onClose: () => void
}

const ResendFrom = ({ webhook: { webhookId, url }, from, isOpen, onClose }: ResendFromProps) => {
  const [typed, setTyped] = useState('')
  const after = from ?? typed.trim()
  const [cursor] = useDebouncedValue(after, PAUSE_MS)
  const counting = useQuery({
    ...queryOf(MESSAGES_AFTER, { webhookId, cursor }),
    enabled: isOpen && cursor !== '',
    retry: false,
  })
  const resending = useChange(WEBHOOK_RESEND_FROM)
  return (
    <ResendFromDialog
      isOpen={isOpen}
      onClose={onClose}
      url={url}
      {...(from === null ? { typed: { cursor: typed, onChange: setTyped } } : {})}
      counting={{ count: counting.data?.webhook?.messagesAfter ?? undefined, error: counting.error }}
      change={resending}
      onSend={() => resending.mutate({ webhookId, after }, { onSuccess: onClose })}
    />
  )
}

interface DetailProps {
  readonly webhook: Webhook
  readonly apiKey: KeyOfWebhook | undefined
  readonly part: LogPart
  readonly onPart: (part: LogPart) => void
  readonly onRotated: (made: RotatedSecret) => void
  readonly onDeleted: () => void
}

const Detail = ({ webhook, apiKey, part, onPart, onRotated, onDeleted }: DetailProps) => {
  const viewer = useViewer()
  const missing = unheard(webhook.entityList, scopesOf(apiKey))
  const { webhookId, createdBy } = webhook
  const missed =
    useQuery({
      ...queryOf(MESSAGES_AFTER, { webhookId, cursor: null }),
      enabled: webhook.switchedOffAt !== null,
    }).data?.webhook?.messagesAfter ?? undefined
  const last = lastOf(webhook, part)
  return (
    <EndpointDetail
      endpoint={webhook}
      hearsLess={missing.length > 0}
      condition={<Condition {...{ webhook, missing, apiKey, last, missed }} />}
      actions={
        mayDo(viewer, 'api-key:write') && (
          <EndpointActions
            endpoint={webhook}
            toldTo="administrators"
            missed={missed}
            changeLink={linkOf({ open: webhookId, change: true })}
            resendFrom={(isOpen, onClose) => (
              <ResendFrom webhook={webhook} isOpen={isOpen} from={null} onClose={onClose} />
            )}
            onRotated={onRotated}
            onDeleted={onDeleted}
          />
        )
      }
      rightsOf="its key"
      factsBefore={[
        {
          name: 'API key',
          value: (
            <Link to="/api-keys" search={{ key: webhook.apiKeyId }}>
              {apiKey?.label ?? webhook.apiKeyId}
            </Link>
          ),
        },
      ]}
      factsAfter={[
        {
          name: 'Added',
          value: (
            <>
              <Moment at={webhook.createdAt} as="full" />
              {createdBy && ` by ${createdBy.name} ${createdBy.surname}`}
            </>
          ),
        },
      ]}
    >
      <AttemptLog
        attempts={webhook.attemptList}
        part={part}
        onPart={onPart}
        untried="Nothing was sent yet. Send a test to see whether it arrives."
      >
        <AttemptTable
          label="Attempts"
          attempts={webhook.attemptList}
          linkTo={({ attemptId }) => linkOf({ open: webhookId, attempt: attemptId })}
          opened={undefined}
        />
      </AttemptLog>
    </EndpointDetail>
  )
}

const TriedWebhook = ({ webhook, attempt }: { readonly webhook: Webhook; readonly attempt: Attempt }) => (
  <Tried
    endpoint={webhook}
    attempt={attempt}
    mayResend={mayDo(useViewer(), 'api-key:write')}
    linkTo={({ attemptId }) => linkOf({ open: webhook.webhookId, attempt: attemptId })}
    backLink={linkOf({ open: webhook.webhookId })}
    resendFrom={(isOpen, onClose) => (
      <ResendFrom webhook={webhook} isOpen={isOpen} from={attempt.cursorBefore} onClose={onClose} />
    )}
  />
)

interface WebhookDrawerProps {
  readonly search: EndpointSearch
  readonly keys: readonly KeyOfWebhook[]
}

export const WebhookDrawer = ({ search, keys }: WebhookDrawerProps) => {
  const navigate = useNavigate({ from: '/webhooks' })
  const [part, setPart] = useState(LATEST_TRIES)
  const query = useQuery({
    ...queryOf(WEBHOOK_DETAIL, { webhookId: search.open ?? '', ...part }),
    enabled: search.open !== undefined,
    refetchInterval: REFRESH_MS,
  })
  const close = () => navigate({ search: {} })
  return (
    <EndpointDrawer search={search} query={query} onClose={close}>
      {(webhook, attempt, onRotated) => {
        const back = () => navigate({ search: { open: webhook.webhookId } })
        if (search.change)
          return <WebhookForm changed={webhook} keys={keys} onMade={() => {}} onChanged={back} onCancel={back} />
        if (attempt) return <TriedWebhook key={attempt.attemptId} webhook={webhook} attempt={attempt} />
        const apiKey = keys.find(({ apiKeyId }) => apiKeyId === webhook.apiKeyId)
        const log = { part, onPart: setPart }
        return <Detail webhook={webhook} apiKey={apiKey} {...log} onRotated={onRotated} onDeleted={close} />
      }}
    </EndpointDrawer>
  )
}
