/** An endpoint that was just added: its secret, once, and a test. */
import { Button } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { Icon } from '../parts/icon.tsx'
import { SecretShownOnce } from '../parts/secret-shown-once.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { WEBHOOK_TEST } from './changes.ts'
import type { MadeEndpoint } from './use-endpoint-form.ts'

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
      <FailureNote error={test.error} what="No test was sent." />
    </div>
  )
}

export const MadeEndpointNote = ({ made, onDone }: { readonly made: MadeEndpoint; readonly onDone: () => void }) =>
  made.secret === null ? (
    <div className="form">
      <Note tone="attention" icon="alert" role="status">
        <b>The endpoint is there, but its secret got lost on the way.</b> It is shown to nobody again: open the endpoint
        and replace the secret.
      </Note>
      <div className="form-feet drawer-feet">
        <Button variant="filled" onClick={onDone}>
          Open the endpoint
        </Button>
      </div>
    </div>
  ) : (
    <SecretShownOnce
      name="signing secret"
      secret={made.secret}
      reader="the receiver"
      says="The receiver checks each message with it: verifyWebhook(headers, body, secret) of the SDK, or any Standard Webhooks library."
      onDone={onDone}
    >
      <TestButton webhookId={made.webhookId} />
    </SecretShownOnce>
  )
