/** What the buyer and we wrote about a quote. A draft is nobody's to talk about, nor is one outside a marketplace. */
import { FoldedConversation } from '../data/conversation/record-conversation.tsx'
import type { Quote, Request } from './queries.ts'

interface QuoteConversationProps {
  readonly request: Request
  readonly quote: Quote
}

export const QuoteConversation = ({ request, quote }: QuoteConversationProps) =>
  quote.sentAt !== null &&
  request.createdBy?.applicationName != null && (
    <FoldedConversation of="Quote" id={quote.quoteId} {...quote.conversation} />
  )
