/** Edits the roles of a user; becoming and ceasing to be an administrator is pointed out before it is saved. */
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Note } from '../states/note.tsx'
import { USER_ROLE_SET, type UserAccount } from './queries.ts'
import { RoleChoice } from './role-choice.tsx'
import type { Role } from './roles.ts'

interface RoleDialogProps {
  readonly user: UserAccount
  readonly isLastAdmin: boolean
  readonly onClose: () => void
}

const ADMINISTRATOR: ReadonlySet<Role> = new Set(['ADMIN'])
const NONE: ReadonlySet<Role> = new Set()

export const RoleDialog = ({ user, isLastAdmin, onClose }: RoleDialogProps) => {
  const [roles, setRoles] = useState<ReadonlySet<Role>>(new Set(user.roleList as Role[]))
  const change = useChange(USER_ROLE_SET)
  const isAdmin = roles.has('ADMIN')
  return (
    <ConfirmDialog
      title={`Roles of ${user.name} ${user.surname}`}
      verb="Save roles"
      isDestructive={user.isAdmin && !isAdmin}
      change={change}
      onConfirm={() => change.mutate({ userId: user.userId, roleList: [...roles] }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <RoleChoice roles={roles} fixed={isLastAdmin ? ADMINISTRATOR : NONE} onChange={setRoles} />
      {isAdmin && !user.isAdmin && (
        <Note icon="alert" tone="attention">
          {user.name} can then connect applications, make API keys, invite and remove people, and read the audit log.
        </Note>
      )}
      {!isAdmin && user.isAdmin && (
        <Note icon="alert" tone="attention">
          {user.isViewer ? 'You' : user.name} will no longer see add-ons, keys, users and the audit log.
        </Note>
      )}
      <p className="muted small">
        {isLastAdmin
          ? 'The only Administrator stays one. Other roles count from the next request on.'
          : 'Counts from the next request on.'}
      </p>
    </ConfirmDialog>
  )
}
