/** The form of an endpoint: where to, what it hears, a message as it would be sent, and the password once more. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { PresencePassword } from '../account/presence-password.tsx'
import { focusOnMount } from '../parts/focus-on-mount.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { typed } from '../parts/use-draft.ts'
import type { EndpointDraft, EndpointProblems, useEndpointForm } from './use-endpoint-form.ts'

/** A hint stands below its field, where it does not part label and field. */
export const HINT_BELOW = ['label', 'input', 'description', 'error'] as const
const MAX_DESCRIPTION_CHARACTERS = 200

interface EndpointFormProps {
  readonly form: Omit<ReturnType<typeof useEndpointForm>, 'draft' | 'change' | 'problems'> & {
    readonly draft: EndpointDraft
    readonly change: (part: Partial<EndpointDraft>) => void
    readonly problems: EndpointProblems
  }
  readonly isNew: boolean
  /** What the empty fields show. */
  readonly examples: { readonly url: string; readonly description: string }
  /** What is asked before the address. */
  readonly first?: ReactNode
  readonly onCancel: () => void
  /** With which rights, and what it hears. */
  readonly children: ReactNode
}

export const EndpointForm = ({ form, isNew, examples, first, onCancel, children }: EndpointFormProps) => {
  const { draft, change, problems } = form
  return (
    <form className="form" onSubmit={form.submit} noValidate>
      {first}
      <TextInput
        data-autofocus
        ref={focusOnMount}
        className="mono-input"
        label={form.labels.url}
        description="An https address of the open internet. What changes is posted there."
        inputWrapperOrder={[...HINT_BELOW]}
        placeholder={examples.url}
        inputMode="url"
        autoComplete="off"
        {...typed(form, 'url')}
      />
      <TextInput
        label={form.labels.description}
        placeholder={examples.description}
        maxLength={MAX_DESCRIPTION_CHARACTERS}
        {...typed(form, 'description')}
      />
      {children}
      <PresencePassword
        value={draft.currentPassword}
        problem={problems.currentPassword}
        onChange={(currentPassword) => change({ currentPassword })}
      />
      {form.error && (
        <FormProblems
          error={form.error}
          what={isNew ? 'No endpoint was added.' : 'The endpoint was not changed.'}
          labels={form.labels}
        />
      )}
      <FormFeet verb={isNew ? 'Add, and show the secret' : 'Save'} isBusy={form.isBusy} onCancel={onCancel} inDrawer />
    </form>
  )
}
