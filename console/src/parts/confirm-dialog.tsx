/** Asks before something stops working: what stops, and a button that says what it does. */
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNote } from '../states/failure-note.tsx'
import './dialog.css'

interface ConfirmDialogProps {
  readonly title: string
  readonly verb: string
  /** False where nothing stops working. */
  readonly isDestructive?: boolean
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly error: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

const Question = (props: ConfirmDialogProps) => (
  <div className="form">
    <div className="stack-tight">{props.children}</div>
    {props.error != null && <FailureNote error={props.error} what="Nothing was changed." />}
    <div className="form-feet">
      <Button onClick={props.onClose} data-autofocus>
        Cancel
      </Button>
      <Button
        variant="filled"
        {...(props.isDestructive === false ? {} : { color: 'red' })}
        loading={props.isBusy}
        onClick={props.onConfirm}
      >
        {props.verb}
      </Button>
    </div>
  </div>
)

export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Modal.Root opened={props.isOpen} onClose={props.onClose}>
    <Modal.Overlay backgroundOpacity={0.3} />
    <Modal.Content>
      <div className="dialog-head">
        <Modal.Title>{props.title}</Modal.Title>
        <Modal.CloseButton aria-label="Close" />
      </div>
      <Modal.Body>
        <Question {...props} />
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
