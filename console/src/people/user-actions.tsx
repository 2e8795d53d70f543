/** Roles, administrator on and off, a new invitation, removal. The last administrator keeps both role and account. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { listed } from '../text/listed.ts'
import { USER_ADMIN_SET, USER_INVITE_AGAIN, USER_REMOVE, type UserAccount } from './queries.ts'
import { RoleDialog } from './role-dialog.tsx'
import { roleInWords } from './roles.ts'
import { UserRecovery } from './user-recovery.tsx'
import './user-actions.css'

interface UserActionsProps {
  readonly user: UserAccount
  readonly isLastAdmin: boolean
  readonly onInvitedAgain: (email: string) => void
}

const Removal = ({ user, onClose }: { readonly user: UserAccount; readonly onClose: () => void }) => {
  const removal = useChange(USER_REMOVE)
  return (
    <ConfirmDialog
      title={`Remove ${user.name} ${user.surname}?`}
      verb="Remove"
      isOpen
      isBusy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate({ userId: user.userId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Every session of {user.email} <b>ends at once</b>, and so does what they allowed applications to see of
        themselves.
      </p>
      <p className="muted">Add-ons they connected for the operator stay connected.</p>
    </ConfirmDialog>
  )
}

const nameOf = ({ name, surname }: UserAccount): string => `${name} ${surname}`

const Demotion = ({ user, onClose }: { readonly user: UserAccount; readonly onClose: () => void }) => {
  const demotion = useChange(USER_ADMIN_SET)
  const kept = user.roleList.filter((role) => role !== 'ADMIN').map(roleInWords)
  return (
    <ConfirmDialog
      title={`Remove the Administrator role from ${nameOf(user)}?`}
      verb="Remove the role"
      isOpen
      isBusy={demotion.isPending}
      error={demotion.error}
      onConfirm={() => demotion.mutate({ userId: user.userId, isAdmin: false }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {user.isViewer ? 'You' : user.name} will no longer see add-ons, keys, users and the audit log,{' '}
        <b>from the next request on</b>.
      </p>
      <p className="muted">
        {kept.length > 0 ? `The role ${listed(kept)} stays, and so does` : 'Every session stays, and so does'} what{' '}
        {user.isViewer ? 'you' : user.name} connected.
      </p>
    </ConfirmDialog>
  )
}

const Promotion = ({ user, onClose }: { readonly user: UserAccount; readonly onClose: () => void }) => {
  const promotion = useChange(USER_ADMIN_SET)
  return (
    <ConfirmDialog
      title={`Make ${nameOf(user)} an Administrator?`}
      verb="Make Administrator"
      isDestructive={false}
      isOpen
      isBusy={promotion.isPending}
      error={promotion.error}
      onConfirm={() => promotion.mutate({ userId: user.userId, isAdmin: true }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {user.name} can then connect and disconnect applications, make API keys, invite and remove people, and read the
        audit log.
      </p>
      {!user.hasSecondStep && user.passkeyCount === 0 && (
        <p>
          <b>{user.name} signs in with a password only.</b> Ask for a second step or a passkey first.
        </p>
      )}
    </ConfirmDialog>
  )
}

export const UserActions = ({ user, isLastAdmin, onInvitedAgain }: UserActionsProps) => {
  const [asked, setAsked] = useState<'remove' | 'roles' | 'demote' | 'promote' | null>(null)
  const invitation = useChange(USER_INVITE_AGAIN)
  const who = <span className="unseen"> {`${user.name} ${user.surname}`}</span>
  const roles = (
    <Button size="xs" onClick={() => setAsked('roles')}>
      Edit roles<span className="unseen"> of {nameOf(user)}</span>
    </Button>
  )
  const roleDialog = asked === 'roles' && (
    <RoleDialog user={user} isLastAdmin={isLastAdmin} onClose={() => setAsked(null)} />
  )
  if (isLastAdmin) {
    return (
      <div className="user-actions">
        <span className="small muted">the only Administrator</span>
        {roles}
        {roleDialog}
      </div>
    )
  }
  return (
    <div className="user-actions">
      {(user.state === 'INVITED' || user.state === 'INVITATION_EXPIRED') && (
        <Button
          size="xs"
          loading={invitation.isPending}
          onClick={() => invitation.mutate({ userId: user.userId }, { onSuccess: () => onInvitedAgain(user.email) })}
        >
          Invite again{who}
        </Button>
      )}
      <UserRecovery user={user} />
      {roles}
      {roleDialog}
      {user.isAdmin ? (
        <Button size="xs" onClick={() => setAsked('demote')}>
          Remove Administrator role<span className="unseen"> from {nameOf(user)}</span>
        </Button>
      ) : (
        <Button size="xs" onClick={() => setAsked('promote')}>
          Make Administrator{who}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="red" onClick={() => setAsked('remove')}>
        Remove{who}
      </Button>
      {invitation.isError && <FailureNote error={invitation.error} what="Nothing was sent." />}
      {asked === 'remove' && <Removal user={user} onClose={() => setAsked(null)} />}
      {asked === 'promote' && <Promotion user={user} onClose={() => setAsked(null)} />}
      {asked === 'demote' && <Demotion user={user} onClose={() => setAsked(null)} />}
    </div>
  )
}
