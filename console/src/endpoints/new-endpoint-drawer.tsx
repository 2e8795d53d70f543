/** A new endpoint: the form, then its secret, once, and a test. */
import { type ReactNode, useState } from 'react'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { MadeEndpointNote } from './made-endpoint.tsx'
import type { MadeEndpoint } from './use-endpoint-form.ts'

interface NewEndpointDrawerProps {
  readonly isOpen: boolean
  readonly isCreating: boolean
  /** With the endpoint that was made, to open it. */
  readonly onClose: (webhookId?: string) => void
  readonly children: (onMade: (made: MadeEndpoint) => void, onCancel: () => void) => ReactNode
}

export const NewEndpointDrawer = ({ isOpen, isCreating, onClose, children }: NewEndpointDrawerProps) => {
  const [made, setMade] = useState<MadeEndpoint | null>(null)
  const close = () => {
    setMade(null)
    onClose(made?.webhookId)
  }
  return (
    <SideDrawer
      title={made ? 'Endpoint added' : 'New endpoint'}
      isOpen={isOpen || made !== null}
      isClosable={!isCreating && (made === null || made.secret === null)}
      onClose={close}
    >
      {made === null ? children(setMade, close) : <MadeEndpointNote made={made} onDone={close} />}
    </SideDrawer>
  )
}
