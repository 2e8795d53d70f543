/** The messages between a provider and support, and a field for the next one. */
import type { ChangeState } from '../graph/change.ts'
import { MessageForm } from '../parts/message-form.tsx'
import { Moment } from '../parts/moment.tsx'
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
  readonly change: ChangeState
  readonly onSend: (text: string, done: () => void) => void
}

export const Conversation = ({ messages, mayWrite = true, change, onSend }: ConversationProps) => (
  <div className="panel-body stack">
    {messages.length === 0 && <p className="muted">Nobody has written yet.</p>}
    {messages.map(({ messageId, at, by, authorName, text }) => (
      <article key={messageId}>
        <p>
          <b>{authorName}</b>{' '}
          <span className="small muted">
            {by === 'support' ? 'Airside support' : 'Provider'}, <Moment at={at} as="full" />
          </span>
        </p>
        <p className="said">{text}</p>
      </article>
    ))}
    {mayWrite && <MessageForm change={change} onSend={onSend} />}
  </div>
)
