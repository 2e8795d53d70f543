/** The conversation about a record: what both sides wrote, the newest last, and a field for the next message. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useChange } from '../../graph/change.ts'
import { usePages } from '../../graph/pages.ts'
import { MessageForm } from '../../parts/message-form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import { FirstReadFailure } from '../../states/first-read-failure.tsx'
import { Loading } from '../../states/loading.tsx'
import { counted } from '../../text/count.ts'
import { type Kind, kindNamed } from '../kinds.ts'
import { Section } from '../record-parts.tsx'
import {
  type ConversationShown,
  conversationDocument,
  conversationIn,
  type Message,
  READ,
  type ReadMark,
  SEND,
  type TalkedAbout,
} from './conversation-queries.ts'
import './conversation.css'

const SIDES: Readonly<Record<string, string>> = {
  OPERATOR: 'Operator',
  BUYER: 'Buyer',
  PROVIDER: 'Provider',
  SAFETY_OFFICE: 'Safety office',
  REPORTER: 'Reporter',
}

const sideInWords = (side: string): string => SIDES[side] ?? side

const Said = ({ message, reads }: { readonly message: Message; readonly reads: readonly ReadMark[] }) => (
  <li className="message">
    <p>
      <b>{message.author ?? sideInWords(message.from)}</b>{' '}
      <span className="small muted">
        {message.author !== null && `${sideInWords(message.from)}, `}
        <Moment at={message.at} as="full" />
      </span>
    </p>
    <p className="message-text">{message.text}</p>
    {reads.map(({ by, at }) => (
      <p key={by} className="small muted">
        {sideInWords(by)} has read up to here, <Moment at={at} as="full" />
      </p>
    ))}
  </li>
)

const NewMessage = ({ about }: { readonly about: TalkedAbout }) => {
  const sending = useChange(SEND)
  return (
    <MessageForm change={sending} onSend={(text, done) => sending.mutate({ ...about, text }, { onSuccess: done })} />
  )
}

interface ReadingProps {
  readonly about: TalkedAbout
  readonly newest: ConversationShown
  readonly isOpened: boolean
}

/** What a person opened is read, once for each message that is the last; what merely stands there, when they say so. */
const Reading = ({ about: { entity, entityId }, newest: { unreadCount, messageList }, isOpened }: ReadingProps) => {
  const { mutate, isPending } = useChange(READ)
  const last = messageList.nodeList[0]?.messageId
  const isUnread = unreadCount > 0 && last !== undefined
  useEffect(() => {
    if (isOpened && isUnread) mutate({ entity, entityId, messageId: last })
  }, [isOpened, isUnread, last, entity, entityId, mutate])
  if (isOpened || !isUnread) return null
  return (
    <Button
      className="message-mark"
      size="xs"
      variant="default"
      loading={isPending}
      onClick={() => mutate({ entity, entityId, messageId: last })}
    >
      Mark {counted(unreadCount, 'message')} as read
    </Button>
  )
}

interface MessagesProps {
  readonly newest: ConversationShown
  readonly messages: readonly Message[]
}

const Messages = ({ newest, messages }: MessagesProps) => {
  if (messages.length === 0) return <p className="muted">Nobody has written yet.</p>
  return (
    <ol className="messages">
      {messages.toReversed().map((message) => (
        <Said
          key={message.messageId}
          message={message}
          reads={newest.readList.filter(({ by, messageId }) => messageId === message.messageId && by !== message.from)}
        />
      ))}
    </ol>
  )
}

interface ConversationProps {
  readonly kind: Kind
  readonly id: string
  readonly isOpened: boolean
}

/** Without a heading, for a place that has its own. */
export const Conversation = ({ kind, id, isOpened }: ConversationProps) => {
  const viewer = useViewer()
  const shownIn = conversationIn(kind)
  const { query, nodes } = usePages(
    conversationDocument(kind),
    (page) => ({ id, page: { ...page, isDescending: true } }),
    (data) => shownIn(data).messageList,
  )
  const about = { entity: kind.entity as TalkedAbout['entity'], entityId: id }
  const [first] = query.data?.pages ?? []
  if (!nodes || !first)
    return query.isError ? (
      <FirstReadFailure error={query.error} onRetry={() => query.refetch()} />
    ) : (
      <Loading rows={2} />
    )
  return (
    <>
      {query.hasNextPage && (
        <Button size="xs" variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Earlier messages
        </Button>
      )}
      <FailureNote error={query.error} stale="This is not up to date." onRetry={() => query.refetch()} />
      <Messages newest={shownIn(first)} messages={nodes} />
      <Reading about={about} newest={shownIn(first)} isOpened={isOpened} />
      {mayDo(viewer, kind.scopes.write) && <NewMessage key={id} about={about} />}
    </>
  )
}

interface RecordConversationProps {
  /** The name of a kind that is talked about: "Quote". */
  readonly of: string
  /** Of the record. */
  readonly id: string
  /** False where the page shows the record by itself: nobody has read it then. */
  readonly isOpened?: boolean
}

/** For every page that shows the record. Nothing for a kind that nobody talks about. */
export const RecordConversation = ({ of, id, isOpened = true }: RecordConversationProps) => {
  const kind = kindNamed(of)
  if (!kind?.isTalkedAbout) return null
  return (
    <Section title="Conversation">
      <Conversation kind={kind} id={id} isOpened={isOpened} />
    </Section>
  )
}
