/** The form of an endpoint: where to, for whom, with which key's rights, and what it hears. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PresencePassword } from '../account/presence-password.tsx'
import { AircraftLimit } from '../api-keys/new-key/aircraft-limit.tsx'
import { FLEET } from '../api-keys/queries.ts'
import { queryOf } from '../graph/query.ts'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { counted } from '../text/count.ts'
import { HearingFields } from './hearing-fields.tsx'
import { MessagePreview } from './message-preview.tsx'
import type { KeyOfWebhook } from './queries.ts'
import { type Changed, type MadeWebhook, useWebhookDraft, WEBHOOK_LABELS } from './use-webhook-draft.ts'

const ORDER = ['label', 'input', 'description', 'error'] as const
const MAX_DESCRIPTION_CHARACTERS = 200

interface WebhookFormProps {
  /** Null for a new one. */
  readonly changed: Changed | null
  readonly keys: readonly KeyOfWebhook[]
  readonly onMade: (made: MadeWebhook) => void
  readonly onChanged: () => void
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

export const WebhookForm = ({ changed, keys, onMade, onChanged, onCancel }: WebhookFormProps) => {
  const viewer = useViewer()
  const active = keys.filter(({ state, apiKeyId }) => state === 'ACTIVE' || apiKeyId === changed?.apiKeyId)
  const form = useWebhookDraft(changed, active[0]?.apiKeyId ?? '', { onMade, onChanged })
  const { draft, change, problems } = form
  const fleet = useQuery({ ...queryOf(FLEET, {}), enabled: mayDo(viewer, 'aircraft:read') })
  const key = active.find(({ apiKeyId }) => apiKeyId === draft.apiKeyId)
  return (
    <form className="form" onSubmit={form.submit} noValidate>
      <TextInput
        data-autofocus
        ref={focusOnMount}
        name="url"
        className="mono-input"
        label="URL"
        description="An https address of the open internet. What changes is posted there."
        inputWrapperOrder={[...ORDER]}
        placeholder="https://ops.example.com/airside"
        inputMode="url"
        autoComplete="off"
        value={draft.url}
        error={problems.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        name="description"
        label="What it is for"
        placeholder="Fuel desk"
        maxLength={MAX_DESCRIPTION_CHARACTERS}
        value={draft.description}
        error={problems.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <NativeSelect
        name="apiKeyId"
        label="API key it acts as"
        description={aboutKey(key)}
        inputWrapperOrder={[...ORDER]}
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
      <PresencePassword
        value={draft.currentPassword}
        problem={problems.currentPassword}
        onChange={(currentPassword) => change({ currentPassword })}
      />
      {form.error && (
        <FormProblems
          error={form.error}
          what={changed ? 'The endpoint was not changed.' : 'No endpoint was added.'}
          labels={WEBHOOK_LABELS}
        />
      )}
      <FormFeet
        verb={changed ? 'Save' : 'Add, and show the secret'}
        isBusy={form.isBusy}
        onCancel={onCancel}
        inDrawer
      />
    </form>
  )
}
