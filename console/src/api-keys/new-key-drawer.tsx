/** A new key: the form, then its secret, shown once. */
import { useState } from 'react'
import { SideDrawer } from '../parts/side-drawer.tsx'
import type { FreshSecret } from './fresh-secret.ts'
import { KeyForm } from './key-form.tsx'
import { ShownOnce } from './shown-once.tsx'

interface NewKeyDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const NewKeyDrawer = ({ isOpen, onClose }: NewKeyDrawerProps) => {
  const [fresh, setFresh] = useState<FreshSecret | null>(null)
  const close = () => {
    setFresh(null)
    onClose()
  }
  return (
    <SideDrawer
      title={fresh ? fresh.label : 'New key'}
      isOpen={isOpen || fresh !== null}
      isClosable={fresh === null}
      onClose={close}
    >
      {fresh ? (
        <ShownOnce fresh={fresh} awaits="first request" onDone={close} />
      ) : (
        <KeyForm onCreated={setFresh} onCancel={close} />
      )}
    </SideDrawer>
  )
}
