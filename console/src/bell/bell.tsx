/** A bell with how much is new, and what it opens. */
import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import './bell.css'

interface BellProps {
  readonly count: number
  /** From here on nobody counts. */
  readonly most: number
  readonly children: (newCount: string, onClose: () => void) => ReactNode
}

export const Bell = ({ count, most, children }: BellProps) => {
  const [isOpen, setOpen] = useState(false)
  const shown = count >= most ? `${most - 1}+` : String(count)
  return (
    <>
      <button
        type="button"
        className="bell"
        aria-haspopup="dialog"
        aria-label={count === 0 ? 'Notices' : `Notices, ${shown} new`}
        title="Notices"
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {count > 0 && (
          <b className="bell-count number" aria-hidden="true">
            {shown}
          </b>
        )}
      </button>
      {isOpen && <Suspense>{children(shown, () => setOpen(false))}</Suspense>}
    </>
  )
}
