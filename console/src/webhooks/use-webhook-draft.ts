/** The state of an endpoint's form: what is chosen, what is wrong with it, and sending it. */
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { HEARING_LABELS, type Hearing, hearingInput, hearingOf, hearingProblems } from './hearing.ts'
import { type ListedWebhook, WEBHOOK_CREATE, WEBHOOK_PREVIEW, WEBHOOK_UPDATE } from './queries.ts'

export type Changed = Pick<
  ListedWebhook,
  | 'webhookId'
  | 'apiKeyId'
  | 'url'
  | 'description'
  | 'entityList'
  | 'kindList'
  | 'fieldList'
  | 'statusList'
  | 'aircraftIdList'
  | 'query'
>

export interface WebhookDraft extends Hearing {
  readonly url: string
  readonly description: string
  readonly apiKeyId: string
  readonly aircraft: ReadonlySet<string> | null
  readonly currentPassword: string
}

export const WEBHOOK_LABELS = {
  url: 'URL',
  description: 'What it is for',
  apiKeyId: 'API key it acts as',
  aircraftIdList: 'Aircraft',
  ...HEARING_LABELS,
  currentPassword: 'Password',
} as const

type Problems = Partial<Record<keyof typeof WEBHOOK_LABELS, string>>

const draftOf = (changed: Changed | null, firstKey: string): WebhookDraft => ({
  ...hearingOf(changed),
  url: changed?.url ?? '',
  description: changed?.description ?? '',
  apiKeyId: changed?.apiKeyId ?? firstKey,
  aircraft: changed?.aircraftIdList ? new Set(changed.aircraftIdList) : null,
  currentPassword: '',
})

const problemsOf = (draft: WebhookDraft): Problems => ({
  ...hearingProblems(draft),
  ...(draft.url.trim() === '' ? { url: 'Where to? An https address of your system.' } : {}),
  ...(draft.apiKeyId === '' ? { apiKeyId: 'Choose the key whose rights it has.' } : {}),
  ...(draft.aircraft?.size === 0 ? { aircraftIdList: 'Choose at least one aircraft.' } : {}),
})

const heardInput = (draft: WebhookDraft) => ({
  ...hearingInput<Changed['entityList'][number]>(draft),
  apiKeyId: draft.apiKeyId,
  aircraftIdList: draft.aircraft && [...draft.aircraft],
})

const inputOf = (draft: WebhookDraft) => ({
  ...heardInput(draft),
  url: draft.url.trim(),
  description: draft.description.trim(),
  currentPassword: draft.currentPassword === '' ? null : draft.currentPassword,
})

export interface MadeWebhook {
  readonly webhookId: string
  readonly url: string
  /** Null where the answer that showed it was lost. */
  readonly secret: string | null
}

export const useWebhookDraft = (
  changed: Changed | null,
  firstKey: string,
  done: { readonly onMade: (made: MadeWebhook) => void; readonly onChanged: () => void },
) => {
  const [draft, setDraft] = useState(() => draftOf(changed, firstKey))
  const [isTried, setTried] = useState(false)
  const creation = useChange(WEBHOOK_CREATE, ({ webhookCreate: { webhook, secret } }) => {
    if (webhook) done.onMade({ ...webhook, secret })
  })
  const update = useChange(WEBHOOK_UPDATE, () => done.onChanged())
  const sending = changed ? update : creation
  const preview = useChange(WEBHOOK_PREVIEW)
  const found = problemsOf(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(found).length > 0) return
    if (changed) update.mutate({ webhookId: changed.webhookId, input: inputOf(draft) })
    else creation.mutate({ input: inputOf(draft) })
  }
  return {
    draft,
    change: (part: Partial<WebhookDraft>) => setDraft((before) => ({ ...before, ...part })),
    problems: { ...problemsByField(sending.error, WEBHOOK_LABELS), ...(isTried ? found : {}) } as Problems,
    submit,
    preview: {
      message: preview.data?.webhookPreview.message ?? null,
      error: preview.error,
      isBusy: preview.isPending,
      onShow: (nth: number) => preview.mutate({ input: { ...heardInput(draft), nth } }),
    },
    error: sending.error,
    isBusy: sending.isPending,
  }
}
