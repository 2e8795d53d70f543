/** The form of an operator's endpoint: it also has a key, whose rights it has, and may be limited to aircraft. */
import { hearingInput } from '../endpoints/hearing.ts'
import {
  draftOf,
  ENDPOINT_LABELS,
  type EndpointDraft,
  useEndpointForm,
  type WhenSent,
  whereTo,
} from '../endpoints/use-endpoint-form.ts'
import { useChange } from '../graph/change.ts'
import { type ListedWebhook, WEBHOOK_CREATE, WEBHOOK_PREVIEW, WEBHOOK_UPDATE } from './queries.ts'

interface WebhookDraft extends EndpointDraft {
  readonly apiKeyId: string
  readonly aircraft: ReadonlySet<string> | null
}

const LABELS = { ...ENDPOINT_LABELS, apiKeyId: 'API key it acts as', aircraftIdList: 'Aircraft' } as const

const problemsOf = (draft: WebhookDraft) => ({
  ...(draft.apiKeyId === '' ? { apiKeyId: 'Choose the key whose rights it has.' } : {}),
  ...(draft.aircraft?.size === 0 ? { aircraftIdList: 'Choose at least one aircraft.' } : {}),
})

const heardInput = (draft: WebhookDraft) => ({
  ...hearingInput<ListedWebhook['entityList'][number]>(draft),
  apiKeyId: draft.apiKeyId,
  aircraftIdList: draft.aircraft && [...draft.aircraft],
})

export type ChangedWebhook = Omit<ListedWebhook, 'figures' | 'attemptList'>

export const useWebhookDraft = (changed: ChangedWebhook | null, firstKey: string, sent: WhenSent) => {
  const creation = useChange(WEBHOOK_CREATE, ({ webhookCreate: { webhook, secret } }) => {
    if (webhook) sent.onMade({ ...webhook, secret })
  })
  const update = useChange(WEBHOOK_UPDATE, () => sent.onChanged())
  const preview = useChange(WEBHOOK_PREVIEW)
  const form = useEndpointForm<WebhookDraft, keyof typeof LABELS>({
    start: () => ({
      ...draftOf(changed),
      apiKeyId: changed?.apiKeyId ?? firstKey,
      aircraft: changed?.aircraftIdList ? new Set(changed.aircraftIdList) : null,
    }),
    labels: LABELS,
    problemsOf,
    sending: changed ? update : creation,
    send: (draft) => {
      const input = { ...heardInput(draft), ...whereTo(draft) }
      if (changed) update.mutate({ webhookId: changed.webhookId, input })
      else creation.mutate({ input })
    },
  })
  return {
    ...form,
    preview: {
      message: preview.data?.webhookPreview.message ?? null,
      error: preview.error,
      isBusy: preview.isPending,
      onShow: (nth: number) => preview.mutate({ input: { ...heardInput(form.draft), nth } }),
    },
  }
}
