/** Administrator on and off, a new invitation, removal. The last administrator keeps both role and account. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { USER_ADMIN_SET, USER_INVITE_AGAIN, USER_REMOVE, type UserAccount } from './queries.ts'
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

const Demotion = ({ user, onClose }: { readonly user: UserAccount; readonly onClose: () => void }) => {
  const demotion = useChange(USER_ADMIN_SET)
  return (
    <ConfirmDialog
      title={`Take the administrator role from ${user.name} ${user.surname}?`}
      verb="Take the role"
      isOpen
      isBusy={demotion.isPending}
      error={demotion.error}
      onConfirm={() => demotion.mutate({ userId: user.userId, isAdmin: false }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {user.isViewer ? 'You' : 'They'} will no longer see add-ons, keys, users and the audit log,{' '}
        <b>from the next request on</b>.
      </p>
      <p className="muted">What they connected stays connected.</p>
    </ConfirmDialog>
  )
}

export const UserActions = ({ user, isLastAdmin, onInvitedAgain }: UserActionsProps) => {
  const [asked, setAsked] = useState<'remove' | 'demote' | null>(null)
  const promotion = useChange(USER_ADMIN_SET)
  const invitation = useChange(USER_INVITE_AGAIN)
  const failed = [promotion, invitation].find(({ isError }) => isError)
  const who = <span className="unseen"> {`${user.name} ${user.surname}`}</span>
  if (isLastAdmin) return <span className="small muted">the only administrator</span>
  return (
    <div className="user-actions">
      {user.state !== 'ACTIVE' && (
        <Button
          size="xs"
          loading={invitation.isPending}
          onClick={() => invitation.mutate({ userId: user.userId }, { onSuccess: () => onInvitedAgain(user.email) })}
        >
          Invite again{who}
        </Button>
      )}
      {user.isAdmin ? (
        <Button size="xs" onClick={() => setAsked('demote')}>
          Take admin role{who}
        </Button>
      ) : (
        <Button
          size="xs"
          loading={promotion.isPending}
          onClick={() => promotion.mutate({ userId: user.userId, isAdmin: true })}
        >
          Make admin{who}
        </Button>
      )}
      <Button size="xs" variant="subtle" color="red" onClick={() => setAsked('remove')}>
        Remove{who}
      </Button>
      {failed && <FailureNote error={failed.error} what="Nothing was changed." />}
      {asked === 'remove' && <Removal user={user} onClose={() => setAsked(null)} />}
      {asked === 'demote' && <Demotion user={user} onClose={() => setAsked(null)} />}
    </div>
  )
}
