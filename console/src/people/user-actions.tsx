/** Roles, administrator on and off, a new invitation, removal. The last administrator keeps both role and account. */
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { listed } from '../text/listed.ts'
import { USER_ADMIN_SET, USER_INVITE_AGAIN, USER_REMOVE, type UserAccount } from './queries.ts'
import { RoleDialog } from './role-dialog.tsx'
import { roleInWords } from './roles.ts'
import { ResetDialog, SecondStepDialog } from './user-recovery.tsx'
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
      change={removal}
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
      change={demotion}
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
      change={promotion}
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

type Asked = 'remove' | 'roles' | 'demote' | 'promote' | 'reset' | 'second-step'

const Dialog = ({ asked, user, isLastAdmin, onClose }: DialogProps) => {
  if (asked === 'roles') return <RoleDialog user={user} isLastAdmin={isLastAdmin} onClose={onClose} />
  if (asked === 'remove') return <Removal user={user} onClose={onClose} />
  if (asked === 'promote') return <Promotion user={user} onClose={onClose} />
  if (asked === 'demote') return <Demotion user={user} onClose={onClose} />
  return asked === 'reset' ? (
    <ResetDialog user={user} onClose={onClose} />
  ) : (
    <SecondStepDialog user={user} onClose={onClose} />
  )
}

interface DialogProps {
  readonly asked: Asked
  readonly user: UserAccount
  readonly isLastAdmin: boolean
  readonly onClose: () => void
}

/** What can be done with this person now, each with the words of its dialog. */
const actionsFor = (user: UserAccount, isLastAdmin: boolean): { readonly asked: Asked; readonly label: string }[] => [
  { asked: 'roles', label: 'Edit roles' },
  ...(isLastAdmin || user.state !== 'ACTIVE' ? [] : [{ asked: 'reset', label: 'Send password link' } as const]),
  ...(!isLastAdmin && user.state === 'ACTIVE' && (user.hasSecondStep || user.passkeyCount > 0)
    ? [{ asked: 'second-step', label: 'End second step' } as const]
    : []),
  ...(isLastAdmin
    ? []
    : [
        user.isAdmin
          ? ({ asked: 'demote', label: 'Remove Administrator role' } as const)
          : ({ asked: 'promote', label: 'Make Administrator' } as const),
        { asked: 'remove', label: 'Remove' } as const,
      ]),
]

export const UserActions = ({ user, isLastAdmin, onInvitedAgain }: UserActionsProps) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const invitation = useChange(USER_INVITE_AGAIN)
  const isOpenInvitation = user.state === 'INVITED' || user.state === 'INVITATION_EXPIRED'
  const inviteAgain = () => invitation.mutate({ userId: user.userId }, { onSuccess: () => onInvitedAgain(user.email) })
  return (
    <div className="user-actions">
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chevronDown" />} loading={invitation.isPending}>
            Actions<span className="unseen"> for {nameOf(user)}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isOpenInvitation && !isLastAdmin && <Menu.Item onClick={inviteAgain}>Invite again</Menu.Item>}
          {actionsFor(user, isLastAdmin).map((action) => (
            <Menu.Item key={action.asked} onClick={() => setAsked(action.asked)}>
              {action.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FailureNote error={invitation.error} what="Nothing was sent." />
      {asked !== null && <Dialog asked={asked} user={user} isLastAdmin={isLastAdmin} onClose={() => setAsked(null)} />}
    </div>
  )
}
