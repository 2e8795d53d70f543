/** Inviting somebody: they set their own password, with a link that works once. */
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { USER_INVITE } from './queries.ts'
import { RoleChoice } from './role-choice.tsx'
import type { Role } from './roles.ts'

interface InviteFormProps {
  readonly onInvited: (email: string) => void
  readonly onCancel: () => void
}

const EMPTY = { email: '', name: '', surname: '' }
type Field = keyof typeof EMPTY

const FIELDS: readonly { name: Field; label: string; type: string }[] = [
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'name', label: 'First name', type: 'text' },
  { name: 'surname', label: 'Surname', type: 'text' },
]

const missing = (draft: typeof EMPTY): Partial<Record<Field, string>> =>
  Object.fromEntries(
    FIELDS.filter(({ name }) => draft[name].trim() === '').map(({ name }) => [name, 'This is missing.']),
  )

const InviteForm = ({ onInvited, onCancel }: InviteFormProps) => {
  const [draft, setDraft] = useState(EMPTY)
  const [roles, setRoles] = useState<ReadonlySet<Role>>(new Set())
  const [isTried, setTried] = useState(false)
  const invitation = useChange(USER_INVITE)
  const problems: Partial<Record<string, string>> = {
    ...problemsByField(invitation.error),
    ...(isTried ? missing(draft) : {}),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(missing(draft)).length > 0) return
    invitation.mutate({ input: { ...draft, roleList: [...roles] } }, { onSuccess: () => onInvited(draft.email) })
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      {FIELDS.map(({ name, label, type }, index) => (
        <TextInput
          key={name}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          label={label}
          type={type}
          autoComplete="off"
          value={draft[name]}
          error={problems[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
        />
      ))}
      <RoleChoice roles={roles} onChange={setRoles} />
      {invitation.isError && (
        <FailureNote error={invitation.error} what="Nobody was invited." fields={FIELDS.map(({ name }) => name)} />
      )}
      <FormFeet verb="Send invitation" isBusy={invitation.isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}

interface InviteDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onInvited: (email: string) => void
}

export const InviteDrawer = ({ isOpen, onClose, onInvited }: InviteDrawerProps) => (
  <SideDrawer title="Invite a person" isOpen={isOpen} onClose={onClose}>
    <InviteForm
      onCancel={onClose}
      onInvited={(email) => {
        onInvited(email)
        onClose()
      }}
    />
  </SideDrawer>
)
