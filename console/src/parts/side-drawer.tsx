/** Detail beside the page it belongs to: a drawer that Escape closes and that gives the focus back. */
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import './dialog.css'

interface SideDrawerProps {
  readonly title: ReactNode
  readonly isOpen: boolean
  readonly onClose: () => void
  /** False while closing would lose something that is shown once. */
  readonly isClosable?: boolean
  /** Records need more room than forms. */
  readonly isWide?: boolean
  /** Beside the cross that closes it. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

const WIDE_PX = 760

/** Its head is a plain box: the library's own is a `header`, which would be a second banner beside the rail. */
export const SideDrawer = ({
  title,
  isOpen,
  onClose,
  isClosable = true,
  isWide = false,
  beside,
  children,
}: SideDrawerProps) => (
  <Drawer.Root
    opened={isOpen}
    onClose={onClose}
    closeOnClickOutside={isClosable}
    closeOnEscape={isClosable}
    {...(isWide ? { size: WIDE_PX } : {})}
  >
    <Drawer.Overlay backgroundOpacity={0.3} />
    <Drawer.Content>
      <div className="dialog-head">
        <Drawer.Title>{title}</Drawer.Title>
        <span className="row">
          {beside}
          {isClosable && <Drawer.CloseButton aria-label="Close" />}
        </span>
      </div>
      <Drawer.Body>{children}</Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
)
