/** Detail beside the page it belongs to: a drawer of 440 px that Escape closes and that gives the focus back. */
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import './dialog.css'

interface SideDrawerProps {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** False while closing would lose something that is shown once. */
  readonly isClosable?: boolean
  readonly children: ReactNode
}

/** Its head is a plain box: the library's own is a `header`, which would be a second banner beside the rail. */
export const SideDrawer = ({ title, isOpen, onClose, isClosable = true, children }: SideDrawerProps) => (
  <Drawer.Root opened={isOpen} onClose={onClose} closeOnClickOutside={isClosable} closeOnEscape={isClosable}>
    <Drawer.Overlay backgroundOpacity={0.3} />
    <Drawer.Content>
      <div className="dialog-head">
        <Drawer.Title>{title}</Drawer.Title>
        {isClosable && <Drawer.CloseButton aria-label="Close" />}
      </div>
      <Drawer.Body>{children}</Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
)
