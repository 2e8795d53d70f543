/** A new endpoint: the form, then its secret, once, and a test. */
import { useState } from 'react'
import { useIsUnderWay } from '../graph/change.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { MadeEndpoint } from './made-endpoint.tsx'
import { type KeyOfWebhook, WEBHOOK_CREATE } from './queries.ts'
import type { MadeWebhook } from './use-webhook-draft.ts'
import { WebhookForm } from './webhook-form.tsx'

interface NewWebhookDrawerProps {
  readonly isOpen: boolean
  readonly keys: readonly KeyOfWebhook[]
  /** With the endpoint that was made, to open it. */
  readonly onClose: (webhookId?: string) => void
}

export const NewWebhookDrawer = ({ isOpen, keys, onClose }: NewWebhookDrawerProps) => {
  const [made, setMade] = useState<MadeWebhook | null>(null)
  const isCreating = useIsUnderWay(WEBHOOK_CREATE)
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
      {made === null && <WebhookForm changed={null} keys={keys} onMade={setMade} onChanged={close} onCancel={close} />}
      {made !== null && <MadeEndpoint made={made} onDone={close} />}
    </SideDrawer>
  )
}
