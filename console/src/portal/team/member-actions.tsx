/** What can be done with a member: make owner, remove; with oneself: give up the role, leave. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { LeftBehind } from './left-behind.tsx'
import { OwnerDialog } from './owner-dialog.tsx'
import { MEMBER_REMOVE, type Team } from './queries.ts'

interface MemberActionsProps {
  readonly team: Team
  readonly member: Team['memberList'][number]
}

/** A provider is never without an owner. */
const isLastOwner = ({ memberList }: Team, userId: string): boolean =>
  memberList.every((member) => member.isOwner === (member.userId === userId))

const RemoveDialog = ({
  team,
  member,
  isOpen,
  onClose,
}: MemberActionsProps & { isOpen: boolean; onClose: () => void }) => {
  const removal = useChange(MEMBER_REMOVE)
  const isSelf = member.userId === team.me.userId
  const done = () => {
    onClose()
    // The session ended with the membership.
    if (isSelf) location.assign('/sign-in/')
  }
  return (
    <ConfirmDialog
      title={isSelf ? 'Leave the team?' : `Remove ${member.name}?`}
      verb={isSelf ? 'Leave' : 'Remove'}
      isOpen={isOpen}
      change={removal}
      onConfirm={() => removal.mutate({ userId: member.userId }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        {isSelf ? 'Your' : 'Their'} account ends and {isSelf ? 'you are' : 'they are'} signed out at once. Keys that{' '}
        {isSelf ? 'you' : 'they'} made or rotated in the sandbox end, webhooks {isSelf ? 'you' : 'they'} made there are
        switched off. Applications stay.
      </p>
      {isOpen && <LeftBehind userId={member.userId} isSelf={isSelf} />}
    </ConfirmDialog>
  )
}

export const MemberActions = ({ team, member }: MemberActionsProps) => {
  const [open, setOpen] = useState<'owner' | 'remove' | null>(null)
  const isSelf = member.userId === team.me.userId
  const close = () => setOpen(null)
  if (isLastOwner(team, member.userId) || !(team.me.isOwner || isSelf)) return null
  const ownerVerb = member.isOwner
    ? isSelf
      ? 'Give up owner role'
      : `Make ${member.name} a member`
    : `Make ${member.name} owner`
  return (
    <span className="row member-actions">
      {team.me.isOwner && (
        <Button size="xs" onClick={() => setOpen('owner')}>
          {ownerVerb}
        </Button>
      )}
      <Button size="xs" color="red" onClick={() => setOpen('remove')}>
        {isSelf ? 'Leave' : `Remove ${member.name}`}
      </Button>
      {open === 'owner' && <OwnerDialog me={team.me} member={member} isOpen onClose={close} />}
      <RemoveDialog team={team} member={member} isOpen={open === 'remove'} onClose={close} />
    </span>
  )
}
