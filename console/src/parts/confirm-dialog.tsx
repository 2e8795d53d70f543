/** Asks before something stops working: what stops, and a button that says what it does. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ChangeState } from '../graph/change.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly verb: string
  /** False where nothing stops working. */
  readonly isDestructive?: boolean
  readonly isOpen?: boolean
  /** What is confirmed; left out where nothing is sent. */
  readonly change?: ChangeState
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export const ConfirmDialog = ({
  title,
  verb,
  isDestructive = true,
  isOpen = true,
  change,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) => (
  <Dialog title={title} isOpen={isOpen} onClose={onClose}>
    <div className="form">
      <div className="stack-tight">{children}</div>
      <FailureNote error={change?.error} what="Nothing was changed." />
      <div className="form-feet">
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          variant="filled"
          {...(isDestructive ? { color: 'red' } : {})}
          loading={change?.isPending ?? false}
          onClick={onConfirm}
        >
          {verb}
        </Button>
      </div>
    </div>
  </Dialog>
)
