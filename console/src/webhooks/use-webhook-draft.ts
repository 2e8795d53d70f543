/** The state of an endpoint's form: what is chosen, what is wrong with it, and sending it. */
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { CHANGE_KINDS, type ChangeKind } from './heard.ts'
import { type ListedWebhook, WEBHOOK_CREATE, WEBHOOK_UPDATE } from './queries.ts'

export type Changed = Pick<
  ListedWebhook,
  | 'webhookId'
  | 'apiKeyId'
  | 'url'
  | 'description'
  | 'entityList'
  | 'kindList'
  | 'fieldList'
  | 'aircraftIdList'
  | 'query'
>

export interface WebhookDraft {
  readonly url: string
  readonly description: string
  readonly apiKeyId: string
  readonly entities: ReadonlySet<string>
  readonly kinds: ReadonlySet<ChangeKind>
  readonly fields: ReadonlySet<string> | null
  readonly aircraft: ReadonlySet<string> | null
  readonly query: string
  readonly currentPassword: string
}

export const WEBHOOK_LABELS = {
  url: 'URL',
  description: 'What it is for',
  apiKeyId: 'API key it acts as',
  entityList: 'What it hears',
  kindList: 'When they are',
  fieldList: 'Fields',
  aircraftIdList: 'Aircraft',
  query: 'Query for the payload',
  currentPassword: 'Password',
} as const

type Problems = Partial<Record<keyof typeof WEBHOOK_LABELS, string>>

const draftOf = (changed: Changed | null, firstKey: string): WebhookDraft => ({
  url: changed?.url ?? '',
  description: changed?.description ?? '',
  apiKeyId: changed?.apiKeyId ?? firstKey,
  entities: new Set(changed?.entityList),
  kinds: new Set(changed?.kindList ?? CHANGE_KINDS),
  fields: changed?.fieldList ? new Set(changed.fieldList) : null,
  aircraft: changed?.aircraftIdList ? new Set(changed.aircraftIdList) : null,
  query: changed?.query ?? '',
  currentPassword: '',
})

const problemsOf = ({ url, apiKeyId, entities, kinds, aircraft }: WebhookDraft): Problems => ({
  ...(url.trim() === '' ? { url: 'Where to? An https address of your system.' } : {}),
  ...(apiKeyId === '' ? { apiKeyId: 'Choose the key whose rights it has.' } : {}),
  ...(entities.size === 0 ? { entityList: 'Choose at least one kind of record.' } : {}),
  ...(kinds.size === 0 ? { kindList: 'Choose at least one.' } : {}),
  ...(aircraft?.size === 0 ? { aircraftIdList: 'Choose at least one aircraft.' } : {}),
})

const inputOf = (draft: WebhookDraft) => ({
  apiKeyId: draft.apiKeyId,
  url: draft.url.trim(),
  description: draft.description.trim(),
  entityList: [...draft.entities] as Changed['entityList'],
  kindList: [...draft.kinds],
  fieldList: draft.fields && [...draft.fields],
  aircraftIdList: draft.aircraft && [...draft.aircraft],
  query: draft.query.trim() === '' ? null : draft.query,
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
    error: sending.error,
    isBusy: sending.isPending,
  }
}
