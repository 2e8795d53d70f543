/** The items of a registration that can be typed at any time; each shows its own problem. */
import { Textarea, TextInput } from '@mantine/core'
import { grouped } from '../../text/count.ts'
import type { RegistrationDraft } from './draft.ts'

/** As many characters as the server takes. */
const MOST = { name: 80, contact: 300, description: 2000 } as const

type LineField = 'name' | 'website' | 'contact' | 'connectUrl'

const LINES: readonly { name: LineField; label: string; about?: string; type?: string }[] = [
  { name: 'name', label: 'Name', about: 'As operators will read it.' },
  { name: 'website', label: 'Company website', about: 'Linked from the consent page.', type: 'url' },
  {
    name: 'contact',
    label: 'Contact',
    about: 'Company and place, for support. Operators read the name of your company.',
  },
  { name: 'connectUrl', label: 'Connect address (optional)', about: 'Your page that starts connecting an operator.' },
]

/** How much of a field is used, at its right. */
const Counted = ({ about, text, most }: { readonly about: string; readonly text: string; readonly most: number }) => (
  <>
    <span className="field-count">
      {grouped(text.length)} of {grouped(most)}
    </span>
    {about}
  </>
)

const mostOf = (name: LineField): number | undefined => (name === 'name' || name === 'contact' ? MOST[name] : undefined)

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
  LINES.filter(({ name }) => only?.includes(name) ?? true).map(({ name, label, about, type }) => {
    const most = mostOf(name)
    return (
      <TextInput
        key={name}
        label={label}
        description={most ? <Counted about={about ?? ''} text={draft[name]} most={most} /> : about}
        type={type ?? 'text'}
        {...(most ? { maxLength: most } : {})}
        value={draft[name]}
        error={problems[name]}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    )
  })

export const DescriptionField = ({ draft, problems, set }: RegistrationFieldsProps) => (
  <Textarea
    label="Description"
    description={
      <Counted
        about="One or two sentences, plain text: what it does for an operator."
        text={draft.description}
        most={MOST.description}
      />
    }
    maxLength={MOST.description}
    rows={3}
    value={draft.description}
    error={problems.description}
    onChange={(event) => set({ description: event.currentTarget.value })}
  />
)
