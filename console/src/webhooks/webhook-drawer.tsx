/** One endpoint beside the list: how it is, what it hears, its figures and its log; or one try of that log. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Facts, Section } from '../data/record-parts.tsx'
import { useChange, useIsUnderWay } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Note } from '../states/note.tsx'
import { counted } from '../text/count.ts'
import { AttemptDetail } from './attempt-detail.tsx'
import { AttemptTable } from './attempt-table.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { conditionOf, shortUrl, tryWord } from './endpoint.ts'
import { EndpointState } from './endpoint-state.tsx'
import { entityLabels, unheard } from './heard.ts'
import { hears } from './hearing.ts'
import {
  type KeyOfWebhook,
  WEBHOOK_DETAIL,
  WEBHOOK_RESEND,
  WEBHOOK_RESEND_FROM,
  WEBHOOK_SECRET_ROTATE,
  type Webhook,
} from './queries.ts'
import { Rotated, type RotatedSecret } from './rotated.tsx'
import { ResendFromDialog, WebhookActions } from './webhook-actions.tsx'
import { scopesOf, WebhookForm } from './webhook-form.tsx'

const REFRESH_MS = 5_000

type Attempt = Webhook['attemptList'][number]

const linkOf = (webhookId: string) => (attempt: Attempt) =>
  ({ to: '/webhooks', search: { open: webhookId, attempt: attempt.attemptId } }) as const

const Condition = ({ webhook, missing, apiKey }: { webhook: Webhook; missing: string[]; apiKey?: KeyOfWebhook }) => {
  const last = webhook.attemptList[0]
  if (webhook.switchedOffAt !== null)
    return (
      <Note tone="attention" icon="pause">
        <b>
          Off since <Moment at={webhook.switchedOffAt} />
        </b>
        {webhook.offReason !== null && `: ${webhook.offReason}`}. Switched on, it goes on where it stopped.
      </Note>
    )
  if (conditionOf(webhook, false) === 'failing' && last)
    return (
      <Note tone="fail" icon="circleCross">
        <b>
          {counted(webhook.waitingCount, 'message waits', 'messages wait')} and{' '}
          {webhook.waitingCount === 1 ? 'goes' : 'go'} out in order once it answers.
        </b>{' '}
        It is switched off after three days without an answer, and nothing is lost then either.{' '}
        <Link {...linkOf(webhook.webhookId)(last)}>See the last try</Link>
      </Note>
    )
  return missing.length === 0 ? null : (
    <Note tone="attention" icon="lock">
      <b>It hears less than was chosen.</b> The key {apiKey ? `“${apiKey.label}”` : ''} may not read{' '}
      {entityLabels(missing).toLowerCase()}: that is not sent.{' '}
      <Link to="/api-keys" search={{ key: webhook.apiKeyId }}>
        Open the key
      </Link>
    </Note>
  )
}

const About = ({ webhook, apiKey }: { readonly webhook: Webhook; readonly apiKey: KeyOfWebhook | undefined }) => (
  <Section title="What it hears" aside="what its key may read at that moment">
    <Facts
      facts={[
        { name: 'Records', value: entityLabels(webhook.entityList) },
        { name: 'When', value: hears(webhook) },
        {
          name: 'API key',
          value: (
            <Link to="/api-keys" search={{ key: webhook.apiKeyId }}>
              {apiKey?.label ?? webhook.apiKeyId}
            </Link>
          ),
        },
        {
          name: 'Signing secret',
          value: (
            <>
              <code>whsec_…{webhook.secretEndsIn}</code>
              {webhook.earlierSecretUntil !== null && (
                <>
                  , and the one before until <Moment at={webhook.earlierSecretUntil} />
                </>
              )}
            </>
          ),
        },
        {
          name: 'Added',
          value: (
            <>
              <Moment at={webhook.createdAt} as="full" />
              {webhook.createdBy && ` by ${webhook.createdBy.name} ${webhook.createdBy.surname}`}
            </>
          ),
        },
      ]}
    />
    {webhook.query !== null && <pre className="code-lines">{webhook.query}</pre>}
  </Section>
)

interface ResendFromProps {
  readonly webhook: Webhook
  readonly isOpen: boolean
  readonly from: string | null
  readonly onClose: () => void
}

const ResendFrom = ({ webhook: { webhookId, url }, ...asked }: ResendFromProps) => {
  const resending = useChange(WEBHOOK_RESEND_FROM)
  return (
    <ResendFromDialog
      {...asked}
      url={url}
      isBusy={resending.isPending}
      error={resending.error}
      onSend={(after) => resending.mutate({ webhookId, after }, { onSuccess: asked.onClose })}
    />
  )
}

interface DetailProps {
  readonly webhook: Webhook
  readonly apiKey: KeyOfWebhook | undefined
  readonly onRotated: (made: RotatedSecret) => void
  readonly onDeleted: () => void
}

const Detail = ({ webhook, apiKey, onRotated, onDeleted }: DetailProps) => {
  const viewer = useViewer()
  const missing = unheard(webhook.entityList, scopesOf(apiKey))
  return (
    <div className="stack">
      <div className="row">
        <EndpointState condition={conditionOf(webhook, missing.length > 0)} since={webhook.switchedOffAt} />
        <code className="url-line">{webhook.url}</code>
      </div>
      <Condition webhook={webhook} missing={missing} {...(apiKey ? { apiKey } : {})} />
      {mayDo(viewer, 'api-key:write') && (
        <WebhookActions
          webhook={webhook}
          toldTo="administrators"
          changeLink={{ to: '/webhooks', search: { open: webhook.webhookId, change: true } } as unknown as LinkProps}
          resendFrom={(isOpen, onClose) => (
            <ResendFrom webhook={webhook} isOpen={isOpen} from={null} onClose={onClose} />
          )}
          onRotated={onRotated}
          onDeleted={onDeleted}
        />
      )}
      <Section title="Deliveries" aside="the latest 500 tries of 7 days">
        <DeliveryPanel figures={webhook.figures} waiting={webhook.waitingCount} />
      </Section>
      <About webhook={webhook} apiKey={apiKey} />
      <Section title="Attempts" aside={webhook.attemptList.length === 100 ? 'the latest 100' : 'all of 30 days'}>
        {webhook.attemptList.length === 0 ? (
          <p className="muted">Nothing was sent yet. Send a test to see whether it arrives.</p>
        ) : (
          <div className="panel">
            <AttemptTable
              label="Attempts"
              attempts={webhook.attemptList}
              linkTo={linkOf(webhook.webhookId)}
              opened={undefined}
            />
          </div>
        )}
      </Section>
    </div>
  )
}

const Tried = ({ webhook, attempt }: { readonly webhook: Webhook; readonly attempt: Attempt }) => {
  const viewer = useViewer()
  const [isAsking, setAsking] = useState(false)
  const resend = useChange(WEBHOOK_RESEND)
  const { webhookId } = webhook
  const canResend = attempt.cursorBefore !== null && webhook.switchedOffAt === null && mayDo(viewer, 'api-key:write')
  return (
    <AttemptDetail attempt={attempt} all={webhook.attemptList} linkTo={linkOf(webhookId)}>
      {resend.isError && <FailureNote error={resend.error} what="It was not sent again." />}
      {resend.isSuccess && (
        <p role="status" className="small muted">
          It is on its way again, under the same id.
        </p>
      )}
      <div className="row">
        {canResend && (
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
        <Link to="/webhooks" search={{ open: webhookId }}>
          Back to the endpoint
        </Link>
      </div>
      <ResendFrom webhook={webhook} isOpen={isAsking} from={attempt.cursorBefore} onClose={() => setAsking(false)} />
    </AttemptDetail>
  )
}

interface WebhookDrawerProps {
  readonly search: { readonly open?: string; readonly attempt?: string; readonly change?: true }
  readonly keys: readonly KeyOfWebhook[]
  readonly onClose: () => void
}

export const WebhookDrawer = ({ search, keys, onClose }: WebhookDrawerProps) => {
  const [made, setMade] = useState<RotatedSecret | null>(null)
  const navigate = useNavigate({ from: '/webhooks' })
  const isRotating = useIsUnderWay(WEBHOOK_SECRET_ROTATE)
  const query = useQuery({
    ...queryOf(WEBHOOK_DETAIL, { webhookId: search.open ?? '' }),
    enabled: search.open !== undefined,
    refetchInterval: REFRESH_MS,
  })
  const webhook = query.data?.webhook
  const attempt = webhook?.attemptList.find(({ attemptId }) => attemptId === search.attempt)
  const back = () => navigate({ search: { ...(search.open === undefined ? {} : { open: search.open }) } })
  const name = webhook ? webhook.description || shortUrl(webhook.url) : 'Endpoint'
  return (
    <SideDrawer
      title={attempt ? `${attempt.type}, ${tryWord(attempt.number)}` : name}
      isOpen={search.open !== undefined}
      isWide={!search.change && made === null}
      isClosable={!isRotating && (made === null || made.secret === null)}
      onClose={() => {
        setMade(null)
        onClose()
      }}
    >
      {made !== null && <Rotated made={made} onDone={() => setMade(null)} />}
      {(made === null || made.secret === null) && (
        <Loaded query={query} rows={3}>
          {() => {
            if (!webhook) return <Empty icon="hook" title="There is no such endpoint" />
            if (search.change)
              return <WebhookForm changed={webhook} keys={keys} onMade={() => {}} onChanged={back} onCancel={back} />
            if (attempt) return <Tried key={attempt.attemptId} webhook={webhook} attempt={attempt} />
            const apiKey = keys.find(({ apiKeyId }) => apiKeyId === webhook.apiKeyId)
            return <Detail webhook={webhook} apiKey={apiKey} onRotated={setMade} onDeleted={onClose} />
          }}
        </Loaded>
      )}
    </SideDrawer>
  )
}
