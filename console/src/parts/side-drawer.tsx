/** Detail beside the page it belongs to: a drawer of 440 px that Escape closes and that gives the focus back. */
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import './side-drawer.css'

interface SideDrawerProps {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** False while closing would lose something that is shown once. */
  readonly isClosable?: boolean
  readonly children: ReactNode
}

export const SideDrawer = ({ title, isOpen, onClose, isClosable = true, children }: SideDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    title={title}
    closeOnClickOutside={isClosable}
    closeOnEscape={isClosable}
    withCloseButton={isClosable}
    transitionProps={{ duration: 0 }}
    overlayProps={{ backgroundOpacity: 0.3 }}
  >
    {children}
  </Drawer>
)
