/** The conversation about a record of any kind, and what is done in it. */
import type { TadaDocumentNode, VariablesOf } from 'gql.tada'
import { documentOf, mutation } from '../../graph/graphql.ts'
import type { Page } from '../../graph/pages.ts'
import type { Kind } from '../kinds.ts'

export interface Message {
  readonly messageId: string
  readonly from: string
  /** Null of a reporter. */
  readonly author: string | null
  readonly text: string
  readonly at: string
}

export interface ReadMark {
  readonly by: string
  readonly messageId: string
  readonly at: string
}

export interface ConversationShown {
  readonly unreadCount: number
  readonly readList: readonly ReadMark[]
  readonly messageList: Page<Message>
}

interface Asked {
  readonly id: string
  readonly page: { readonly first: number; readonly after: string | null; readonly isDescending: boolean }
}

type Answer = Readonly<Record<string, { readonly conversation: ConversationShown } | null>>

export const conversationDocument = ({ name, queries, id }: Kind): TadaDocumentNode<Answer, Asked> =>
  documentOf(`query ${name}Conversation($id: ID!, $page: PageInput) {
  ${queries.one}(${id.field}: $id) {
    conversation {
      unreadCount
      readList { by messageId at }
      messageList(page: $page) {
        nodeList { messageId from author text at }
        pageInfo { hasMore endCursor }
      }
    }
  }
}`)

const NOTHING: ConversationShown = {
  unreadCount: 0,
  readList: [],
  messageList: { nodeList: [], pageInfo: { hasMore: false, endCursor: null } },
}

/** Empty where the record is gone. */
export const conversationIn =
  ({ queries }: Kind) =>
  (answer: Answer): ConversationShown =>
    answer[queries.one]?.conversation ?? NOTHING

export const SEND = mutation(
  'messageSend',
  '$entity: ConversationEntity!, $entityId: ID!, $text: String!, $idempotencyKey: String',
)

export const READ = mutation('conversationRead', '$entity: ConversationEntity!, $entityId: ID!, $messageId: ID!')

export type TalkedAbout = Pick<VariablesOf<typeof SEND>, 'entity' | 'entityId'>
