/** The messages between a provider and support, and a field for the next one. */
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Moment } from '../parts/moment.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import './platform.css'

interface Message {
  readonly messageId: string
  readonly at: string
  readonly by: string
  readonly authorName: string
  readonly text: string
}

interface ConversationProps {
  readonly messages: readonly Message[]
  /** False for whoever only reads. */
  readonly mayWrite?: boolean
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSend: (text: string, done: () => void) => void
}

export const Conversation = ({ messages, mayWrite = true, isBusy, error, onSend }: ConversationProps) => {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend(text, () => setText(''))
  }
  return (
    <div className="panel-body stack">
      {messages.length === 0 && <p className="muted">Nobody has written yet.</p>}
      {messages.map(({ messageId, at, by, authorName, text: said }) => (
        <article key={messageId}>
          <p>
            <b>{authorName}</b>{' '}
            <span className="small muted">
              {by === 'support' ? 'Airside support' : 'Provider'}, <Moment at={at} as="full" />
            </span>
          </p>
          <p className="said">{said}</p>
        </article>
      ))}
      {mayWrite && (
        <form className="form" onSubmit={submit}>
          <Textarea
            label="Message"
            autosize={false}
            rows={3}
            required
            withAsterisk={false}
            maxLength={4000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {error != null && <FailureNote error={error} what="The message was not sent." />}
          <div className="form-feet">
            <Button type="submit" loading={isBusy} disabled={text.trim() === ''}>
              Send
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
