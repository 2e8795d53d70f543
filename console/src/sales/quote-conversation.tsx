/**
 * What the buyer and we wrote about a quote, folded: it is read once somebody unfolds it. A draft is nobody's to talk
 * about, nor is one outside a marketplace.
 */
import { useState } from 'react'
import { Conversation } from '../data/conversation/record-conversation.tsx'
import { kindNamed } from '../data/kinds.ts'
import { Tag } from '../parts/tag.tsx'
import { counted } from '../text/count.ts'
import type { Quote, Request } from './queries.ts'

interface QuoteConversationProps {
  readonly request: Request
  readonly quote: Quote
}

export const QuoteConversation = ({ request, quote }: QuoteConversationProps) => {
  const [isOpen, setOpen] = useState(false)
  const kind = kindNamed('Quote')
  if (!kind || quote.sentAt === null || request.createdBy?.applicationName == null) return null
  const { messageCount, unreadCount } = quote.conversation
  return (
    <details className="quote-conversation" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Conversation <span className="small muted number">{counted(messageCount, 'message')}</span>
        {unreadCount > 0 && <Tag tone="solid">{unreadCount} unread</Tag>}
      </summary>
      {isOpen && (
        <div className="stack-tight">
          <Conversation kind={kind} id={quote.quoteId} isOpened />
        </div>
      )}
    </details>
  )
}
