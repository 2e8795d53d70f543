/** Makes a colleague owner, and hands over where the reader wants to be a member afterwards; or takes the role back. */
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { MEMBER_OWNER_SET, type Team } from './queries.ts'

interface OwnerDialogProps {
  readonly me: Team['me']
  readonly member: Team['memberList'][number]
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const OwnerDialog = ({ me, member, isOpen, onClose }: OwnerDialogProps) => {
  const [handsOver, setHandsOver] = useState(false)
  const setting = useChange(MEMBER_OWNER_SET)
  const { userId, name, isOwner } = member
  const isSelf = userId === me.userId
  const confirm = async () => {
    try {
      await setting.mutateAsync({ userId, isOwner: !isOwner })
      if (!isOwner && handsOver) await setting.mutateAsync({ userId: me.userId, isOwner: false })
      onClose()
    } catch {
      // The dialog stays open and shows why.
    }
  }
  const title = isOwner
    ? isSelf
      ? 'Give up your owner role?'
      : `Remove the owner role from ${name}?`
    : `Make ${name} an owner?`
  const verb = isOwner ? 'Make a member' : handsOver ? 'Hand over' : 'Make owner'
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDestructive={isOwner || handsOver}
      isOpen={isOpen}
      change={setting}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Owners invite and remove members and decide who else is an owner. Members register applications, make secrets
        and ask for demos, as owners do.
      </p>
      {!isOwner && (
        <Checkbox
          label="Hand over: I become a member"
          checked={handsOver}
          onChange={(event) => setHandsOver(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
