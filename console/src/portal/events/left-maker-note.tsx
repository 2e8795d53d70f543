/** Of an endpoint whose maker left: it goes on until somebody looks, and takes it over or ends it. */
import { Button } from '@mantine/core'
import { useChange } from '../../graph/change.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import { Note } from '../../states/note.tsx'
import { ENDPOINT_TAKE_OVER, type Endpoint } from './queries.ts'

export const LeftMakerNote = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const taking = useChange(ENDPOINT_TAKE_OVER)
  const { leftMakerName, webhookId } = endpoint
  if (leftMakerName === null) return null
  return (
    <>
      <Note
        tone="attention"
        icon="alert"
        action={
          <Button size="xs" loading={taking.isPending} onClick={() => taking.mutate({ webhookId })}>
            Take it over
          </Button>
        }
      >
        <b>Made by {leftMakerName}, who left.</b> It goes on sending, and they may know its secret. Take it over if the
        address is yours and the secret may stay; replace the secret, or switch it off, if not.
      </Note>
      <FailureNote error={taking.error} what="It was not taken over." />
    </>
  )
}
