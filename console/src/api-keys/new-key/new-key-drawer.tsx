/** A new key: the form, then its secret, shown once. */
import { useState } from 'react'
import { useIsUnderWay } from '../../graph/change.ts'
import { SideDrawer } from '../../parts/side-drawer.tsx'
import { API_KEY_CREATE, API_KEY_ROTATE } from '../queries.ts'
import { isFresh, type MadeSecret } from './fresh-secret.ts'
import { KeyForm } from './key-form.tsx'
import { SecretLost } from './secret-lost.tsx'
import { ShownOnce } from './shown-once.tsx'

interface NewKeyDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const NewKeyDrawer = ({ isOpen, onClose }: NewKeyDrawerProps) => {
  const [made, setMade] = useState<MadeSecret | null>(null)
  const [isCreating, isRotating] = [useIsUnderWay(API_KEY_CREATE), useIsUnderWay(API_KEY_ROTATE)]
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <SideDrawer
      title={made?.label ?? 'New key'}
      isOpen={isOpen || made !== null}
      isClosable={!isCreating && !isRotating && (made === null || !isFresh(made))}
      onClose={close}
    >
      {made === null && <KeyForm onCreated={setMade} onCancel={close} />}
      {made !== null && isFresh(made) && <ShownOnce fresh={made} awaits="first request" onDone={close} />}
      {made !== null && !isFresh(made) && <SecretLost lost={made} onMade={setMade} onClose={close} />}
    </SideDrawer>
  )
}
