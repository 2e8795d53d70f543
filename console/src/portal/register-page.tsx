/** Registers an application: the eight items on one page, beside a preview of what operators will see. */
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { KIND_NAMES, kindInWords } from '../add-ons/kinds.ts'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { Panel } from '../parts/panel.tsx'
import { usePlace } from '../platform/place-link.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { EMPTY_DRAFT, type RegistrationDraft } from './draft.ts'
import { Preview } from './preview.tsx'
import { REGISTER } from './queries.ts'
import { uploadLogo } from './upload-logo.ts'

type TextField = Exclude<keyof RegistrationDraft, 'kind' | 'isPersonal' | 'logo'>

const LINES: readonly { name: TextField; label: string; about?: string; type?: string }[] = [
  { name: 'name', label: 'Name', about: 'As operators will read it.' },
  { name: 'website', label: 'Company website', type: 'url' },
  { name: 'contact', label: 'Contact', about: 'Company and place, shown to operators.' },
  {
    name: 'phoneNumber',
    label: 'Phone number',
    about: 'With country code. It secures the client secret.',
    type: 'tel',
  },
  { name: 'connectUrl', label: 'Connect address (optional)', about: 'Your page that starts connecting an operator.' },
]

const FIELDS = [...LINES.map(({ name }) => name), 'kind', 'isPersonal', 'redirectUriList', 'description']

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const RegisterPage = () => {
  const [draft, setDraft] = useState<RegistrationDraft>(EMPTY_DRAFT)
  const registration = useChange(REGISTER)
  const go = usePlace()
  const problems = problemsByField(registration.error)
  const set = (change: Partial<RegistrationDraft>) => setDraft({ ...draft, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { logo, redirectUris, connectUrl, ...items } = draft
    const input = {
      ...items,
      redirectUriList: linesOf(redirectUris),
      connectUrl: connectUrl.trim() === '' ? null : connectUrl.trim(),
    }
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
  return (
    <div className="stack">
      <PlatformHead title="Register an application" about="It works in test environments at once." />
      <div className="columns">
        <Panel title="Registration">
          <form className="form panel-body" onSubmit={submit} noValidate>
            {LINES.map(({ name, label, about, type }) => (
              <TextInput
                key={name}
                label={label}
                description={about}
                type={type ?? 'text'}
                value={draft[name]}
                error={problems[name]}
                onChange={(event) => set({ [name]: event.currentTarget.value })}
              />
            ))}
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
            <Textarea
              label="Redirect URIs"
              description="One per line: https, or loopback for development."
              rows={3}
              value={draft.redirectUris}
              error={problems.redirectUriList}
              onChange={(event) => set({ redirectUris: event.currentTarget.value })}
            />
            <Textarea
              label="Description"
              rows={4}
              value={draft.description}
              error={problems.description}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
            <div className="stack-tight">
              <label htmlFor="logo">Logo</label>
              <input
                id="logo"
                type="file"
                accept="image/png,image/jpeg,image/webp"
                onChange={(event) => set({ logo: event.currentTarget.files?.[0] ?? null })}
              />
              <span className="small muted">PNG, JPEG or WebP, at most 1 MB. It can follow later.</span>
            </div>
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
