/** Registers an application: every rule answers at its field, and the preview follows what is typed. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { KIND_NAMES, kindInWords } from '../../add-ons/kinds.ts'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { Panel } from '../../parts/panel.tsx'
import { usePlace } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { EMPTY_DRAFT, linesOf, type RegistrationDraft, urlOrNull } from './draft.ts'
import { LogoField } from './logo-field.tsx'
import { Preview } from './preview.tsx'
import { REGISTER } from './queries.ts'
import { CHANGEABLE_FIELDS, LineFields, type RegistrationFieldsProps, TextFields } from './registration-fields.tsx'
import { uploadLogo } from './upload-logo.ts'

const FIELDS = [...CHANGEABLE_FIELDS, 'kind', 'isPersonal', 'phoneNumber']

/** What is asked once: the kind never changes, and a new phone number has its own way. */
const FixedFields = ({ draft, problems, set }: RegistrationFieldsProps) => (
  <>
    <TextInput
      label="Phone number"
      description="With country code. It secures the client secret."
      type="tel"
      value={draft.phoneNumber}
      error={problems.phoneNumber}
      onChange={(event) => set({ phoneNumber: event.currentTarget.value })}
    />
    <NativeSelect
      label="Kind"
      description="Decides the most it may ever ask for, and cannot be changed."
      value={draft.kind}
      error={problems.kind}
      data={KIND_NAMES.map((kind) => ({ value: kind, label: kindInWords(kind) }))}
      onChange={(event) => set({ kind: event.currentTarget.value })}
    />
    <Checkbox
      label="Personal: reaches one person’s own details only"
      checked={draft.isPersonal || draft.kind === 'pilot-logbook'}
      disabled={draft.kind === 'pilot-logbook'}
      onChange={(event) => set({ isPersonal: event.currentTarget.checked })}
    />
  </>
)

export const RegisterPage = () => {
  const [draft, setDraft] = useState<RegistrationDraft>(EMPTY_DRAFT)
  const registration = useChange(REGISTER)
  const go = usePlace()
  const problems = problemsByField(registration.error)
  const set = (change: Partial<RegistrationDraft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { logo, redirectUris, connectUrl, ...items } = draft
    const input = { ...items, redirectUriList: linesOf(redirectUris), connectUrl: urlOrNull(connectUrl) }
    registration.mutate(
      { input },
      {
        onSuccess: async ({ applicationRegister: { application } }) => {
          if (!application) return
          if (logo) await uploadLogo(application.clientId, logo)
          go(`/applications/${application.clientId}`)
        },
      },
    )
  }
  const fields = { draft, problems, set }
  return (
    <div className="stack">
      <PlatformHead title="Register an application" about="It works in test environments at once." />
      <div className="columns">
        <Panel title="Registration">
          <form className="form panel-body" onSubmit={submit} noValidate>
            <LineFields {...fields} />
            <FixedFields {...fields} />
            <TextFields {...fields} />
            <LogoField about="It can follow later." onChoose={(logo) => set({ logo })} />
            {registration.isError && (
              <FailureNote error={registration.error} what="Nothing was registered." fields={FIELDS} />
            )}
            <div className="form-feet">
              <Button type="submit" variant="filled" loading={registration.isPending}>
                Register
              </Button>
            </div>
          </form>
        </Panel>
        <Preview draft={draft} />
      </div>
    </div>
  )
}
