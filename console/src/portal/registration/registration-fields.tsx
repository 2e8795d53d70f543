/** The items of a registration that can be typed at any time; each shows its own problem. */
import { Textarea, TextInput } from '@mantine/core'
import type { RegistrationDraft } from './draft.ts'

type LineField = 'name' | 'website' | 'contact' | 'connectUrl'

const LINES: readonly { name: LineField; label: string; about?: string; type?: string }[] = [
  { name: 'name', label: 'Name', about: 'As operators will read it.' },
  { name: 'website', label: 'Company website', type: 'url' },
  {
    name: 'contact',
    label: 'Contact',
    about: 'Company and place, for support. Operators read the name of your company.',
  },
  { name: 'connectUrl', label: 'Connect address (optional)', about: 'Your page that starts connecting an operator.' },
]

export const CHANGEABLE_FIELDS = [...LINES.map(({ name }) => name), 'redirectUriList', 'description']

export interface RegistrationFieldsProps {
  readonly draft: RegistrationDraft
  readonly problems: Readonly<Record<string, string>>
  readonly set: (change: Partial<RegistrationDraft>) => void
}

/** One, several or all of the lines. */
export const LineFields = ({
  draft,
  problems,
  set,
  only,
}: RegistrationFieldsProps & { readonly only?: readonly LineField[] }) =>
  LINES.filter(({ name }) => only?.includes(name) ?? true).map(({ name, label, about, type }) => (
    <TextInput
      key={name}
      label={label}
      description={about}
      type={type ?? 'text'}
      value={draft[name]}
      error={problems[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  ))

export const RedirectField = ({ draft, problems, set }: RegistrationFieldsProps) => (
  <Textarea
    label="Redirect URIs"
    description="One per line, compared letter by letter: https, or loopback for development."
    rows={3}
    value={draft.redirectUris}
    error={problems.redirectUriList}
    onChange={(event) => set({ redirectUris: event.currentTarget.value })}
  />
)

export const DescriptionField = ({ draft, problems, set }: RegistrationFieldsProps) => (
  <Textarea
    label="Description"
    description="One or two sentences, plain text: what it does for an operator."
    rows={3}
    value={draft.description}
    error={problems.description}
    onChange={(event) => set({ description: event.currentTarget.value })}
  />
)
