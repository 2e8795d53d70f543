/** Messages about records, as integrations send and read them. */
import type { Integration } from './integration.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the caller's own query asks for
type Data = any

export interface TalkedAbout {
  readonly entity: 'CHARTER_REQUEST' | 'QUOTE' | 'SERVICE_REQUEST'
  readonly entityId: string
}

const ERRORS = 'userErrorList { code message path }'

export const SEND = `mutation ($entity: ConversationEntity!, $entityId: ID!, $text: String!, $key: String) {
  messageSend(entity: $entity, entityId: $entityId, text: $text, idempotencyKey: $key) {
    message { messageId from author text at } ${ERRORS} } }`

export const READ = `mutation ($entity: ConversationEntity!, $entityId: ID!, $messageId: ID!) {
  conversationRead(entity: $entity, entityId: $entityId, messageId: $messageId) {
    conversation { unreadCount readList { by messageId } } ${ERRORS} } }`

const CONVERSATION = `conversation { entity entityId messageCount unreadCount lastMessageAt readList { by messageId at }
  messageList { nodeList { messageId from author text } pageInfo { hasMore endCursor } } }`

export const send = (by: Integration, about: TalkedAbout, text: string, key?: string): Promise<Data> =>
  by.change(SEND, { ...about, text, key })

export const sent = async (by: Integration, about: TalkedAbout, text: string): Promise<Data> =>
  (await by.did(send(by, about, text))).message

export const markRead = (by: Integration, about: TalkedAbout, messageId: string): Promise<Data> =>
  by.change(READ, { ...about, messageId })

const ONE = {
  CHARTER_REQUEST: 'charterRequest(charterRequestId: $id)',
  QUOTE: 'quote(quoteId: $id)',
  SERVICE_REQUEST: 'serviceRequest(serviceRequestId: $id)',
}

/** Null where the reader does not see the record. */
export const conversation = async (
  by: Integration,
  { entity, entityId }: TalkedAbout,
  fields = CONVERSATION,
): Promise<Data> => {
  const one = ONE[entity]
  const { found } = await by.ask(`query ($id: ID!) { found: ${one} { ${fields} } }`, { id: entityId })
  return found?.conversation ?? null
}

export const textsIn = ({ messageList }: Data): string[] => messageList.nodeList.map(({ text }: Data) => text)
