/**
 * Opens the palette, which finds places and records; Ctrl K or Command K does so from anywhere, also from the explorer's
 * editor, which would keep these keys to itself: they are heard before it.
 */
import { getHotkeyHandler, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../parts/icon.tsx'

/** `palette` is loaded when it is first opened. */
export const PaletteButton = ({ palette }: { readonly palette: (onClose: () => void) => ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const open = (event: { readonly stopPropagation: () => void }) => {
    event.stopPropagation()
    setOpen(true)
  }
  useWindowEvent('keydown', getHotkeyHandler([['mod+K', open]]), { capture: true })
  return (
    <>
      <button type="button" className="palette-button" onClick={() => setOpen(true)}>
        <Icon name="search" />
        Go to or find
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && <Suspense>{palette(() => setOpen(false))}</Suspense>}
    </>
  )
}
