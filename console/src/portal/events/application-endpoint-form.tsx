/** The form of an application's endpoint: in which environment, where to, and what it hears of every operator. */
import { NativeSelect } from '@mantine/core'
import { EndpointForm, HINT_BELOW } from '../../endpoints/endpoint-form.tsx'
import { HearingFields } from '../../endpoints/hearing-fields.tsx'
import { MessagePreview } from '../../endpoints/message-preview.tsx'
import type { WhenSent } from '../../endpoints/use-endpoint-form.ts'
import type { Application } from '../queries.ts'
import { type ChangedEndpoint, useEndpointDraft } from './use-endpoint-draft.ts'

interface ApplicationEndpointFormProps extends WhenSent {
  readonly application: Application
  /** Null for a new one. */
  readonly changed: ChangedEndpoint | null
  readonly onCancel: () => void
}

export const ApplicationEndpointForm = ({ application, changed, onCancel, ...sent }: ApplicationEndpointFormProps) => {
  const form = useEndpointDraft(application.clientId, changed, sent)
  const { draft, change, problems } = form
  return (
    <EndpointForm
      form={form}
      isNew={changed === null}
      examples={{ url: 'https://hooks.example.com/airside', description: 'Sync of all operators' }}
      onCancel={onCancel}
      first={
        changed === null && (
          <NativeSelect
            name="environment"
            label={form.labels.environment}
            description={
              application.mode === 'production'
                ? 'It hears of the operators that connected the application there.'
                : 'Production is for applications that were promoted.'
            }
            inputWrapperOrder={[...HINT_BELOW]}
            data={[
              { value: 'sandbox', label: 'Sandbox' },
              { value: 'production', label: 'Production', disabled: application.mode !== 'production' },
            ]}
            value={draft.environment}
            error={problems.environment}
            onChange={(event) => change({ environment: event.currentTarget.value })}
          />
        )
      }
    >
      <HearingFields
        hearing={draft}
        scopes={new Set(application.scopeCeilingList.map(({ name }) => name))}
        whyNot={() => 'not for this kind of application'}
        problems={problems}
        onChange={change}
        budgetOf="the application at each operator"
      />
      <MessagePreview {...form.preview} />
    </EndpointForm>
  )
}
