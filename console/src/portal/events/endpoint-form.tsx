/** The form of an application's endpoint: in which environment, where to, and what it hears of every operator. */
import { NativeSelect, TextInput } from '@mantine/core'
import { PresencePassword } from '../../account/presence-password.tsx'
import { focusOnMount } from '../../parts/focus-on-mount.ts'
import { FormFeet } from '../../parts/form-feet.tsx'
import { FormProblems } from '../../parts/form-problems.tsx'
import { HearingFields } from '../../webhooks/hearing-fields.tsx'
import { MessagePreview } from '../../webhooks/message-preview.tsx'
import type { MadeWebhook } from '../../webhooks/use-webhook-draft.ts'
import type { Application } from '../queries.ts'
import { type ChangedEndpoint, ENDPOINT_LABELS, useEndpointDraft } from './use-endpoint-draft.ts'

const ORDER = ['label', 'input', 'description', 'error'] as const
const MAX_DESCRIPTION_CHARACTERS = 200

interface EndpointFormProps {
  readonly application: Application
  /** Null for a new one. */
  readonly changed: ChangedEndpoint | null
  readonly onMade: (made: MadeWebhook) => void
  readonly onChanged: () => void
  readonly onCancel: () => void
}

export const EndpointForm = ({ application, changed, onMade, onChanged, onCancel }: EndpointFormProps) => {
  const form = useEndpointDraft(application.clientId, changed, { onMade, onChanged })
  const { draft, change, problems } = form
  return (
    <form className="form" onSubmit={form.submit} noValidate>
      {changed === null && (
        <NativeSelect
          name="environment"
          label="Environment"
          description={
            application.mode === 'production'
              ? 'It hears of the operators that connected the application there.'
              : 'Production is for applications that were promoted.'
          }
          inputWrapperOrder={[...ORDER]}
          data={[
            { value: 'sandbox', label: 'Sandbox' },
            { value: 'production', label: 'Production', disabled: application.mode !== 'production' },
          ]}
          value={draft.environment}
          error={problems.environment}
          onChange={(event) => change({ environment: event.currentTarget.value })}
        />
      )}
      <TextInput
        data-autofocus
        ref={focusOnMount}
        name="url"
        className="mono-input"
        label="URL"
        description="An https address of the open internet. What changes is posted there."
        inputWrapperOrder={[...ORDER]}
        placeholder="https://hooks.example.com/airside"
        inputMode="url"
        autoComplete="off"
        value={draft.url}
        error={problems.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        name="description"
        label="What it is for"
        placeholder="Sync of all operators"
        maxLength={MAX_DESCRIPTION_CHARACTERS}
        value={draft.description}
        error={problems.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <HearingFields
        hearing={draft}
        scopes={new Set(application.scopeCeilingList.map(({ name }) => name))}
        whyNot={() => 'not for this kind of application'}
        problems={problems}
        onChange={change}
        budgetOf="the application at each operator"
      />
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
          labels={ENDPOINT_LABELS}
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
