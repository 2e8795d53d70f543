/** The box that a bell opens: how much is new, a way to mark it, and the list. */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import '../parts/dialog.css'

interface NoticeFrameProps {
  /** Null where nothing is new. */
  readonly newCount: string | null
  readonly isMarking: boolean
  readonly onMarkAll: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export const NoticeFrame = ({ newCount, isMarking, onMarkAll, onClose, children }: NoticeFrameProps) => (
  <Modal.Root opened onClose={onClose} size={440} centered={false} classNames={{ inner: 'notice-place' }}>
    <Modal.Overlay backgroundOpacity={0.3} />
    <Modal.Content>
      <div className="dialog-head notice-head">
        <Modal.Title>Notices</Modal.Title>
        {newCount !== null && <span className="small muted">{newCount} new</span>}
        <span className="push">
          {newCount !== null && (
            <button type="button" className="notice-link" disabled={isMarking} onClick={onMarkAll}>
              Mark all as read
            </button>
          )}
        </span>
        <Modal.CloseButton aria-label="Close notices" />
      </div>
      {children}
    </Modal.Content>
  </Modal.Root>
)
