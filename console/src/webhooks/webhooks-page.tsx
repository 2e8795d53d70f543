/** Webhooks: the operator's own systems are told of changes, each with the rights of one API key (events §2). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { AllDeliveries } from '../endpoints/delivery-chart.tsx'
import { nameOf } from '../endpoints/endpoint.ts'
import { FailingNotes } from '../endpoints/failing-notes.tsx'
import { LatestAttempts } from '../endpoints/latest-attempts.tsx'
import { NewEndpointDrawer } from '../endpoints/new-endpoint-drawer.tsx'
import { useIsUnderWay } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { type KeyOfWebhook, type ListedWebhook, WEBHOOK_CREATE, WEBHOOKS } from './queries.ts'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookTable } from './webhook-table.tsx'

const REFRESH_MS = 15_000
const MAX_ENDPOINTS = 10

const None = ({ hasKey, mayAdd }: { readonly hasKey: boolean; readonly mayAdd: boolean }) => (
  <section className="panel" aria-label="Endpoints">
    <Empty
      icon="hook"
      title="Nothing is told to anybody"
      action={
        !hasKey ? (
          <Link to="/api-keys" search={{ new: true }}>
            Make an API key first, with read scopes only
          </Link>
        ) : (
          mayAdd && (
            <Link to="/webhooks" search={{ new: true }}>
              Add an endpoint
            </Link>
          )
        )
      }
    >
      An endpoint of your own hears of changes within a second: a new estimate on the wallboard, a released flight at
      the fuel desk. It needs an API key that may read them.
    </Empty>
  </section>
)

const linkToTry = ({ webhookId }: ListedWebhook, { attemptId }: { readonly attemptId: string }) =>
  ({ to: '/webhooks', search: { open: webhookId, attempt: attemptId } }) as const

interface ListProps {
  readonly webhooks: readonly ListedWebhook[]
  readonly keys: readonly KeyOfWebhook[]
}

const List = ({ webhooks, keys }: ListProps) => {
  const viewer = useViewer()
  const search = useSearch({ from: '/webhooks' })
  const navigate = useNavigate({ from: '/webhooks' })
  return (
    <>
      <FailingNotes endpoints={webhooks} linkTo={linkToTry} />
      {webhooks.length === 0 ? (
        <None hasKey={keys.some(({ state }) => state === 'ACTIVE')} mayAdd={mayDo(viewer, 'api-key:write')} />
      ) : (
        <section className="panel" aria-label="Endpoints">
          <WebhookTable webhooks={webhooks} keys={keys} opened={search.open} />
          <div className="table-foot small muted">
            {webhooks.length} of {MAX_ENDPOINTS}
          </div>
        </section>
      )}
      <AllDeliveries endpoints={webhooks} />
      <LatestAttempts
        endpoints={webhooks}
        linkTo={linkToTry}
        beside={{ name: 'To', of: (webhook) => nameOf(webhook) }}
      />
      <NewEndpointDrawer
        isOpen={search.new === true}
        isCreating={useIsUnderWay(WEBHOOK_CREATE)}
        onClose={(made) => navigate({ search: made === undefined ? {} : { open: made } })}
      >
        {(onMade, onCancel) => (
          <WebhookForm changed={null} keys={keys} onMade={onMade} onChanged={onCancel} onCancel={onCancel} />
        )}
      </NewEndpointDrawer>
      <WebhookDrawer search={search} keys={keys} />
    </>
  )
}

const Endpoints = () => {
  const query = useQuery({ ...queryOf(WEBHOOKS, {}), refetchInterval: REFRESH_MS })
  return (
    <Loaded query={query}>{({ webhookList, apiKeyList }) => <List webhooks={webhookList} keys={apiKeyList} />}</Loaded>
  )
}

export const WebhooksPage = () => {
  const viewer = useViewer()
  const navigate = useNavigate({ from: '/webhooks' })
  return (
    <AdminsOnly scope="api-key:read" title="Webhooks">
      <PageHead
        title="Webhooks"
        about={`${viewer.operatorName}’s own systems are told when something changes. Each endpoint hears what its API key may read.`}
        actions={
          mayDo(viewer, 'api-key:write') && (
            <Button
              variant="filled"
              leftSection={<Icon name="plus" />}
              onClick={() => navigate({ search: { new: true } })}
            >
              Add an endpoint
            </Button>
          )
        }
      />
      <Endpoints />
      <p className="small muted">
        What applications hear is theirs to set; <Link to="/add-ons">Add-ons</Link> shows what each may read. Ending a
        grant ends its events at once.
      </p>
    </AdminsOnly>
  )
}
