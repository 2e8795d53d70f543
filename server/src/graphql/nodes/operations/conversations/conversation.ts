/** The conversation about a record: a field of every kind that is talked about, seen by whoever sees the record. */
import { MAX_MESSAGE_LENGTH } from '../../../../domain/operations/conversations/conversation-limits.ts'
import { MESSAGE_SIDES } from '../../../../domain/operations/conversations/message-side.ts'
import { type RecordEntity, TALKED_ABOUT } from '../../../../domain/records/all-records.ts'
import type { AnyDescription } from '../../../../domain/records/description.ts'
import { holdsAll, type Scope, scopeSet } from '../../../../domain/scopes.ts'
import type { Author } from '../../../../domain/versioned.ts'
import { isInsideView } from '../../../../domain/view.ts'
import {
  heardSince,
  participantIn,
  readConversation,
  sendMessage,
} from '../../../../services/operations/conversations/conversations.ts'
import { namesOfApplications } from '../../../../storage/oauth/add-ons.ts'
import { labelsOfKeys } from '../../../../storage/oauth/api-keys.ts'
import {
  type HeardSince,
  type Message as MessageValue,
  messagesOf,
  type ReadMark,
  readMarksOf,
  type Subject,
  type Summary,
  summariesOf,
} from '../../../../storage/operations/conversations/messages.ts'
import { needsByValue, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { lookedUp, usually } from '../../../operation/list-size.ts'
import { payload } from '../../../payload.ts'
import { personName } from '../../identity/person-name.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../../page.ts'

const ConversationEntity = builder.enumType('ConversationEntity', {
  description: 'Kinds of record that are talked about.',
  values: [...TALKED_ABOUT.keys()],
})

const MessageSide = builder.enumType('MessageSide', {
  description: 'As whom somebody writes.',
  values: MESSAGE_SIDES,
})

const READING_CONTACTS = scopeSet(['contact:read'])

/** A person's name, where the caller reads names; else the operator's. */
const nameOfUser = async (context: QueryContext, userId: string): Promise<string> => {
  const mayRead = holdsAll(context.principal.scopes, READING_CONTACTS)
  const found = mayRead ? await personName(context, userId) : null
  return found ? `${found.name} ${found.surname}`.trim() : context.tenant.name
}

const nameOfAuthor = async (context: QueryContext, { kind, id }: Author): Promise<string | null> => {
  const { loaders, reader } = context
  if (id === null) return null
  if (kind === 'USER') return nameOfUser(context, id)
  const name =
    kind === 'APPLICATION'
      ? await loaders.load('name of application', id, (ids) => namesOfApplications(reader, ids))
      : await loaders.load('label of key', id, (ids) => labelsOfKeys(reader, ids))
  return name ?? null
}

/** Outside the operator's own view the operator is one: nobody learns who of its people, or which key, wrote. */
const shownAuthor = (context: QueryContext, { side, author }: MessageValue): Promise<string | null> | string | null => {
  if (author === null) return null
  const isOperators = side === 'OPERATOR' || side === 'SAFETY_OFFICE'
  if (isOperators && !isInsideView(context.reader.view)) return context.tenant.name
  return nameOfAuthor(context, author)
}

export const Message = builder.objectRef<MessageValue>('Message').implement({
  ...noScope,
  description: 'What one side wrote about a record.',
  fields: (t) => ({
    messageId: t.exposeID('messageId'),
    from: t.expose('side', { type: MessageSide }),
    author: t.string({
      follows: ['ACCOUNTS'],
      nullable: true,
      description:
        'The name of the application, key or person. Outside the operator’s own view the operator’s name; null of a reporter.',
      resolve: (message, _args, context) => shownAuthor(context, message),
    }),
    text: t.exposeString('text', { description: 'Plain text of several lines: show it as it is.' }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

const MessagePage = builder.objectRef<Page<MessageValue>>('MessagePage').implement({
  ...noScope,
  fields: (t) => ({
    nodeList: t.field({ type: [Message], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const ConversationRead = builder.objectRef<ReadMark>('ConversationRead').implement({
  ...noScope,
  description: 'How far a side has read.',
  fields: (t) => ({
    by: t.expose('side', { type: MessageSide }),
    messageId: t.exposeID('messageId', { description: 'The last message that somebody of that side has read.' }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
})

const NOTHING_WRITTEN: Summary = { messageCount: 0, lastMessageAt: null, unreadCount: 0 }

const summaryOf = async (context: QueryContext, { entity, entityId }: Subject): Promise<Summary> => {
  const { loaders, reader } = context
  const who = participantIn(entity, entityId, context)
  if (who === null) return NOTHING_WRITTEN
  // A reporter is another reader in each conversation, and all others are one.
  const since = heardSince(entity, who)
  const found = loaders.load(`conversations as ${who.name} of ${entity}`, entityId, (ids) =>
    summariesOf(reader, ids, who, since),
  )
  return (await found) ?? NOTHING_WRITTEN
}

/** Since when whoever asks takes part; null where they read all of it. */
const sinceOf = (context: QueryContext, { entity, entityId }: Subject): HeardSince | null => {
  const who = participantIn(entity, entityId, context)
  return who === null ? null : heardSince(entity, who)
}

/** Its changes are told in the feed of the record. */
const TOLD_WITH_THE_RECORD = { follows: [] }

export const Conversation = builder.objectRef<Subject>('Conversation').implement({
  ...noScope,
  description:
    'The messages about one record, between the operator and whoever else sees it. A message, and that a side has read further, are told in the feed of the record as UPDATED with the field conversation; the version of the record stays.',
  fields: (t) => ({
    entity: t.expose('entity', { type: ConversationEntity }),
    entityId: t.exposeID('entityId'),
    messageCount: t.int({
      ...lookedUp(),
      ...TOLD_WITH_THE_RECORD,
      resolve: async (subject, _args, context) => (await summaryOf(context, subject)).messageCount,
    }),
    unreadCount: t.int({
      ...lookedUp(),
      ...TOLD_WITH_THE_RECORD,
      description: 'Messages of the other side that the caller has not read.',
      resolve: async (subject, _args, context) => (await summaryOf(context, subject)).unreadCount,
    }),
    lastMessageAt: t.field({
      ...lookedUp(),
      ...TOLD_WITH_THE_RECORD,
      type: 'DateTime',
      nullable: true,
      resolve: async (subject, _args, context) => (await summaryOf(context, subject)).lastMessageAt,
    }),
    readList: t.field({
      ...usually(2),
      ...TOLD_WITH_THE_RECORD,
      type: [ConversationRead],
      description: 'How far each side has read; a side that has read nothing is left out.',
      resolve: (subject, _args, context) => {
        const { entity, entityId } = subject
        const { loaders, reader } = context
        const since = sinceOf(context, subject)
        return loaders.loadList(`read marks of ${entity}`, entityId, (ids) => readMarksOf(reader, ids, since))
      },
    }),
    messageList: t.field({
      ...TOLD_WITH_THE_RECORD,
      type: MessagePage,
      description: 'In the order in which they were written.',
      args: { page: t.arg({ type: PageInput }) },
      resolve: async (subject, { page }, context) => {
        const { entity, entityId } = subject
        const { loaders, reader } = context
        const since = sinceOf(context, subject)
        const asked = askedPage('messageList', page, ['number'], { entityId })
        const load = (ids: readonly string[]) => messagesOf(reader, ids, asked.range, since)
        const list = await loaders.loadList(`messages of ${entity} ${JSON.stringify(page ?? null)}`, entityId, load)
        return pageOf(list, asked, ({ position }) => [position])
      },
    }),
  }),
})

const scopesOf = (right: 'read' | 'write'): Readonly<Record<string, Scope>> =>
  Object.fromEntries(
    [...TALKED_ABOUT].map(([entity, description]: [RecordEntity, AnyDescription]) => [entity, description[right]]),
  )

const ConversationReadPayload = payload<{ readonly conversation: Subject | null }>('ConversationReadPayload', (t) => ({
  conversation: t.expose('conversation', { type: Conversation, nullable: true }),
}))

/** Without the conversation: whoever may write is not thereby shown what others wrote (threats row 285). */
const MessagePayload = payload<{ readonly message: MessageValue | null }>('MessagePayload', (t) => ({
  message: t.expose('message', { type: Message, nullable: true }),
}))

builder.mutationFields((t) => ({
  messageSend: mutation(t, {
    ...noScope,
    description: `Writes about a record that the caller sees: plain text of at most ${MAX_MESSAGE_LENGTH} characters. Whoever writes has read what stands above.`,
    type: MessagePayload,
    args: {
      entity: t.arg({ type: ConversationEntity, required: true, ...needsByValue(scopesOf('write')) }),
      entityId: t.arg.id({ required: true }),
      text: t.arg.string({ required: true }),
    },
    write: (tx, args, context) => {
      const { world, tenant, origin } = context
      return sendMessage(tx, context, { randomBytes: world.randomBytes, realm: tenant, origin }, args)
    },
  }),
  conversationRead: mutation(t, {
    ...noScope,
    description: 'Marks messages about a record as read by the caller, up to and including one of them.',
    type: ConversationReadPayload,
    args: {
      entity: t.arg({ type: ConversationEntity, required: true, ...needsByValue(scopesOf('read')) }),
      entityId: t.arg.id({ required: true }),
      messageId: t.arg.id({ required: true }),
    },
    isKeyless: true,
    write: (tx, args, context) => readConversation(tx, context, args),
  }),
}))
