/** Opens the palette, which finds places and records; Ctrl K or Command K does so from anywhere. */
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import type { Viewer } from './viewer.ts'

const Palette = lazy(() => import('../palette/palette.tsx').then(({ Palette: component }) => ({ default: component })))

export const PaletteButton = ({ viewer }: { readonly viewer: Viewer }) => {
  const [isOpen, setOpen] = useState(false)
  useHotkeys([['mod+K', () => setOpen(true)]], [])
  return (
    <>
      <button type="button" className="palette-button" onClick={() => setOpen(true)}>
        <Icon name="search" />
        Go to or find
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette viewer={viewer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
