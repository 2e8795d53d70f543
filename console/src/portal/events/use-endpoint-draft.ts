/** The state of the form of an application's endpoint: what is chosen, what is wrong with it, sending and previewing it. */
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { HEARING_LABELS, type Hearing, hearingInput, hearingOf, hearingProblems } from '../../webhooks/hearing.ts'
import type { MadeWebhook } from '../../webhooks/use-webhook-draft.ts'
import { ENDPOINT_CREATE, ENDPOINT_PREVIEW, ENDPOINT_UPDATE, type ListedEndpoint } from './queries.ts'

export type ChangedEndpoint = Pick<
  ListedEndpoint,
  'webhookId' | 'environment' | 'url' | 'description' | 'entityList' | 'kindList' | 'fieldList' | 'statusList' | 'query'
>

interface EndpointDraft extends Hearing {
  readonly environment: string
  readonly url: string
  readonly description: string
  readonly currentPassword: string
}

export const ENDPOINT_LABELS = {
  environment: 'Environment',
  url: 'URL',
  description: 'What it is for',
  ...HEARING_LABELS,
  currentPassword: 'Password',
} as const

type Problems = Partial<Record<keyof typeof ENDPOINT_LABELS, string>>

const draftOf = (changed: ChangedEndpoint | null): EndpointDraft => ({
  ...hearingOf(changed),
  environment: changed?.environment ?? 'sandbox',
  url: changed?.url ?? '',
  description: changed?.description ?? '',
  currentPassword: '',
})

const problemsOf = (draft: EndpointDraft): Problems => ({
  ...hearingProblems(draft),
  ...(draft.url.trim() === '' ? { url: 'Where to? An https address of your system.' } : {}),
})

const heardInput = (draft: EndpointDraft) => hearingInput<ListedEndpoint['entityList'][number]>(draft)

const inputOf = (draft: EndpointDraft) => ({
  ...heardInput(draft),
  url: draft.url.trim(),
  description: draft.description.trim(),
  currentPassword: draft.currentPassword === '' ? null : draft.currentPassword,
})

export const useEndpointDraft = (
  clientId: string,
  changed: ChangedEndpoint | null,
  done: { readonly onMade: (made: MadeWebhook) => void; readonly onChanged: () => void },
) => {
  const [draft, setDraft] = useState(() => draftOf(changed))
  const [isTried, setTried] = useState(false)
  const creation = useChange(ENDPOINT_CREATE, ({ webhookCreate: { webhook, secret } }) => {
    if (webhook) done.onMade({ ...webhook, secret })
  })
  const update = useChange(ENDPOINT_UPDATE, () => done.onChanged())
  const preview = useChange(ENDPOINT_PREVIEW)
  const sending = changed ? update : creation
  const found = problemsOf(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(found).length > 0) return
    if (changed) update.mutate({ webhookId: changed.webhookId, input: inputOf(draft) })
    else creation.mutate({ clientId, environment: draft.environment, input: inputOf(draft) })
  }
  return {
    draft,
    change: (part: Partial<EndpointDraft>) => setDraft((before) => ({ ...before, ...part })),
    problems: { ...problemsByField(sending.error, ENDPOINT_LABELS), ...(isTried ? found : {}) } as Problems,
    submit,
    preview: {
      message: preview.data?.webhookPreview.message ?? null,
      error: preview.error,
      isBusy: preview.isPending,
      onShow: (nth: number) => preview.mutate({ clientId, input: { ...heardInput(draft), nth } }),
    },
    error: sending.error,
    isBusy: sending.isPending,
  }
}
