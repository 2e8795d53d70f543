/** A new endpoint: the form, then its secret, once, and a test. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange, useIsUnderWay } from '../graph/change.ts'
import { Icon } from '../parts/icon.tsx'
import { SecretShownOnce } from '../parts/secret-shown-once.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { type KeyOfWebhook, WEBHOOK_CREATE, WEBHOOK_TEST } from './queries.ts'
import type { MadeWebhook } from './use-webhook-draft.ts'
import { WebhookForm } from './webhook-form.tsx'

const TestButton = ({ webhookId }: { readonly webhookId: string }) => {
  const test = useChange(WEBHOOK_TEST)
  return (
    <div className="stack-tight">
      <div className="row">
        <Button
          leftSection={<Icon name="send" />}
          loading={test.isPending}
          disabled={test.isSuccess}
          onClick={() => test.mutate({ webhookId })}
        >
          Send a test
        </Button>
        <span role="status" className="small muted">
          {test.isSuccess && 'On its way: the endpoint’s log shows the answer.'}
        </span>
      </div>
      {test.isError && <FailureNote error={test.error} what="No test was sent." />}
    </div>
  )
}

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
      {made !== null && made.secret !== null && (
        <SecretShownOnce
          name="signing secret"
          secret={made.secret}
          reader="the receiver"
          says="The receiver checks each message with it: verifyWebhook(headers, body, secret) of the SDK, or any Standard Webhooks library."
          onDone={close}
        >
          <TestButton webhookId={made.webhookId} />
        </SecretShownOnce>
      )}
      {made !== null && made.secret === null && (
        <div className="form">
          <Note tone="attention" icon="alert" role="status">
            <b>The endpoint is there, but its secret got lost on the way.</b> It is shown to nobody again: open the
            endpoint and replace the secret.
          </Note>
          <div className="form-feet drawer-feet">
            <Button variant="filled" onClick={close}>
              Open the endpoint
            </Button>
          </div>
        </div>
      )}
    </SideDrawer>
  )
}
