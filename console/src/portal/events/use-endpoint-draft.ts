/** The form of an application's endpoint: it also has an environment, whose operators it hears of. */
import { hearingInput } from '../../endpoints/hearing.ts'
import {
  draftOf,
  ENDPOINT_LABELS,
  type EndpointDraft,
  useEndpointForm,
  type WhenSent,
  whereTo,
} from '../../endpoints/use-endpoint-form.ts'
import { useChange } from '../../graph/change.ts'
import { ENDPOINT_CREATE, ENDPOINT_PREVIEW, ENDPOINT_UPDATE, type ListedEndpoint } from './queries.ts'

interface ApplicationEndpointDraft extends EndpointDraft {
  readonly environment: string
}

const LABELS = { environment: 'Environment', ...ENDPOINT_LABELS } as const

const heardInput = (draft: ApplicationEndpointDraft) => hearingInput<ListedEndpoint['entityList'][number]>(draft)

export type ChangedEndpoint = Omit<ListedEndpoint, 'figures' | 'attemptList'>

export const useEndpointDraft = (clientId: string, changed: ChangedEndpoint | null, sent: WhenSent) => {
  const creation = useChange(ENDPOINT_CREATE, ({ webhookCreate: { webhook, secret } }) => {
    if (webhook) sent.onMade({ ...webhook, secret })
  })
  const update = useChange(ENDPOINT_UPDATE, () => sent.onChanged())
  const preview = useChange(ENDPOINT_PREVIEW)
  const form = useEndpointForm<ApplicationEndpointDraft, keyof typeof LABELS>({
    start: () => ({ ...draftOf(changed), environment: changed?.environment ?? 'sandbox' }),
    labels: LABELS,
    sending: changed ? update : creation,
    send: (draft) => {
      const input = { ...heardInput(draft), ...whereTo(draft) }
      if (changed) update.mutate({ webhookId: changed.webhookId, input })
      else creation.mutate({ clientId, environment: draft.environment, input })
    },
  })
  return {
    ...form,
    preview: {
      message: preview.data?.webhookPreview.message ?? null,
      error: preview.error,
      isBusy: preview.isPending,
      onShow: (nth: number) => preview.mutate({ clientId, input: { ...heardInput(form.draft), nth } }),
    },
  }
}
