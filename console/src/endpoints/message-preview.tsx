/** A message as it would be sent, of a record that changed lately: nothing is sent by looking at it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../data/record-parts.tsx'
import { FailureNote } from '../states/failure-note.tsx'

interface PreviewedMessage {
  readonly messageId: string
  readonly body: string
  readonly cost: number | null
}

interface MessagePreviewProps {
  readonly message: PreviewedMessage | null
  readonly error: Error | null
  readonly isBusy: boolean
  /** Asks for the message of the record that changed last, or of the one before, and so on. */
  readonly onShow: (nth: number) => void
}

const inLines = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

export const MessagePreview = ({ message, error, isBusy, onShow }: MessagePreviewProps) => {
  const [nth, setNth] = useState(0)
  const show = (next: number) => {
    setNth(next)
    onShow(next)
  }
  return (
    <Section title="The message" aside="of a record that changed lately">
      <FailureNote error={error} what="There is no message to show." />
      {message && (
        <>
          <pre className="code-lines">
            {`webhook-id: ${message.messageId}\nwebhook-timestamp: …\nwebhook-signature: v1,…\n\n${inLines(message.body)}`}
          </pre>
          {message.cost !== null && <p className="small muted">Its query costs {message.cost} with each message.</p>}
        </>
      )}
      <div className="row">
        <Button size="xs" loading={isBusy} onClick={() => show(0)}>
          {message ? 'Show it again' : 'Show a message'}
        </Button>
        {message && (
          <Button size="xs" disabled={isBusy} onClick={() => show(nth + 1)}>
            Another record
          </Button>
        )}
      </div>
    </Section>
  )
}
