/** The messages between a provider and support, and a field for the next one. */
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
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSend: (text: string, done: () => void) => void
}

export const Conversation = ({ messages, mayWrite = true, isBusy, error, onSend }: ConversationProps) => (
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
    {mayWrite && <MessageForm isBusy={isBusy} error={error} onSend={onSend} />}
  </div>
)
