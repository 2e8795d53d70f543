/** Inviting somebody: they set their own password, with a link that works once. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { typed, useDraft } from '../parts/use-draft.ts'
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
  const [roles, setRoles] = useState<ReadonlySet<Role>>(new Set())
  const invitation = useChange(USER_INVITE)
  const { whenSent, ...form } = useDraft({ begin: () => EMPTY, problemsOf: missing, error: invitation.error })
  const invite = () =>
    invitation.mutate(
      { input: { ...form.draft, roleList: [...roles] } },
      { onSuccess: () => onInvited(form.draft.email) },
    )
  return (
    <form className="form" onSubmit={whenSent(invite)} noValidate>
      {FIELDS.map(({ name, label, type }, index) => (
        <TextInput
          key={name}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          label={label}
          type={type}
          autoComplete="off"
          {...typed(form, name)}
        />
      ))}
      <RoleChoice roles={roles} onChange={setRoles} />
      <FailureNote error={invitation.error} what="Nobody was invited." fields={FIELDS.map(({ name }) => name)} />
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
