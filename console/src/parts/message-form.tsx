/** A field for the next message of a conversation. What could not be sent stays written. */
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ChangeState } from '../graph/change.ts'
import { FailureNote } from '../states/failure-note.tsx'

interface MessageFormProps {
  readonly change: ChangeState
  /** Calls `done` when the message was sent. */
  readonly onSend: (text: string, done: () => void) => void
}

export const MessageForm = ({ change: { isPending, error }, onSend }: MessageFormProps) => {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Who is quick has begun the next message before the page has read the first.
    onSend(text, () => setText((now) => (now === text ? '' : now)))
  }
  return (
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
      <FailureNote error={error} what="The message was not sent." />
      <div className="form-feet">
        <Button type="submit" loading={isPending} disabled={text.trim() === ''}>
          Send
        </Button>
      </div>
    </form>
  )
}
