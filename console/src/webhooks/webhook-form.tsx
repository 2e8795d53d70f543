/** The form of an operator's endpoint: where to, with which key's rights, and what it hears. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AircraftLimit } from '../api-keys/new-key/aircraft-limit.tsx'
import { FLEET } from '../api-keys/queries.ts'
import { EndpointForm, HINT_BELOW } from '../endpoints/endpoint-form.tsx'
import { HearingFields } from '../endpoints/hearing-fields.tsx'
import { MessagePreview } from '../endpoints/message-preview.tsx'
import type { WhenSent } from '../endpoints/use-endpoint-form.ts'
import { queryOf } from '../graph/query.ts'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { counted } from '../text/count.ts'
import type { KeyOfWebhook } from './queries.ts'
import { type ChangedWebhook, useWebhookDraft } from './use-webhook-draft.ts'

interface WebhookFormProps extends WhenSent {
  /** Null for a new one. */
  readonly changed: ChangedWebhook | null
  readonly keys: readonly KeyOfWebhook[]
  readonly onCancel: () => void
}

export const scopesOf = (key: KeyOfWebhook | undefined): ReadonlySet<string> =>
  new Set(key?.scopeList.map(({ scope }) => scope.name))

const aboutKey = (key: KeyOfWebhook | undefined): string => {
  if (!key) return 'It hears what this key may read, and no more.'
  const reads = [...scopesOf(key)].filter((scope) => scope.endsWith(':read')).map((scope) => scope.split(':')[0])
  const aircraft = key.aircraftIdList ? counted(key.aircraftIdList.length, 'aircraft', 'aircraft') : 'all aircraft'
  return `Reads ${reads.join(', ') || 'nothing'}, of ${aircraft}. Revoke the key, and this ends.`
}

export const WebhookForm = ({ changed, keys, onCancel, ...sent }: WebhookFormProps) => {
  const viewer = useViewer()
  const active = keys.filter(({ state, apiKeyId }) => state === 'ACTIVE' || apiKeyId === changed?.apiKeyId)
  const form = useWebhookDraft(changed, active[0]?.apiKeyId ?? '', sent)
  const { draft, change, problems } = form
  const fleet = useQuery({ ...queryOf(FLEET, {}), enabled: mayDo(viewer, 'aircraft:read') })
  const key = active.find(({ apiKeyId }) => apiKeyId === draft.apiKeyId)
  return (
    <EndpointForm
      form={form}
      isNew={changed === null}
      examples={{ url: 'https://ops.example.com/airside', description: 'Fuel desk' }}
      onCancel={onCancel}
    >
      <NativeSelect
        name="apiKeyId"
        label={form.labels.apiKeyId}
        description={aboutKey(key)}
        inputWrapperOrder={[...HINT_BELOW]}
        data={active.map(({ apiKeyId, label }) => ({ value: apiKeyId, label }))}
        value={draft.apiKeyId}
        error={problems.apiKeyId}
        onChange={(event) => change({ apiKeyId: event.currentTarget.value })}
      />
      <HearingFields
        hearing={draft}
        scopes={scopesOf(key)}
        whyNot={(scope) => (
          <>
            needs <code>{scope}</code>
          </>
        )}
        problems={problems}
        onChange={change}
        budgetOf="the key"
      >
        {fleet.data && fleet.data.aircraftList.nodeList.length > 0 && (
          <AircraftLimit
            fleet={fleet.data.aircraftList.nodeList}
            chosen={draft.aircraft}
            error={problems.aircraftIdList}
            onChange={(aircraft) => change({ aircraft })}
          />
        )}
      </HearingFields>
      <MessagePreview {...form.preview} />
    </EndpointForm>
  )
}
