/** A dialog over the page. Its head is a plain box: the library's own is a `header`, a second banner beside the rail. */
import { Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import './dialog.css'

interface DialogProps extends Omit<ModalRootProps, 'opened' | 'title'> {
  readonly title: ReactNode
  readonly isOpen?: boolean
  /** False where one of its buttons has to be pressed. */
  readonly hasCross?: boolean
}

export const Dialog = ({ title, isOpen = true, hasCross = true, children, ...root }: DialogProps) => (
  <Modal.Root opened={isOpen} {...root}>
    <Modal.Overlay backgroundOpacity={0.3} />
    <Modal.Content>
      <div className="dialog-head">
        <Modal.Title>{title}</Modal.Title>
        {hasCross && <Modal.CloseButton aria-label="Close" />}
      </div>
      <Modal.Body>{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
)
