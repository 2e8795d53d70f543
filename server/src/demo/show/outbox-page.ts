/** The demo's outbox: e-mails that would have been sent. */
import { type Html, html } from '../../pages/html.ts'
import { documentOf, headerBar, type Place } from '../../pages/layout.ts'
import { moment } from '../../pages/time.ts'

export interface OutboxEntry {
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAtMs: number
}

export interface OutboxView {
  readonly place: Place
  readonly messages: readonly OutboxEntry[]
  /** Our own address: only URLs on it become links. */
  readonly origin: string
}

const line = (text: string, origin: string): Html =>
  text.startsWith(`${origin}/`) ? html`<a href="${text}">${text}</a>` : html`${text}`

const messageItem = (message: OutboxEntry, origin: string): Html =>
  html`<li class="entry"><div><b>${message.subject}</b> <span class="small quiet">to ${message.recipient}, ${moment(message.createdAtMs)}</span>
${message.body.split('\n').map((text) => text !== '' && html`<p>${line(text, origin)}</p>`)}</div></li>`

export const outboxPage = ({ place, messages, origin }: OutboxView): string => {
  const body = html`${headerBar(place.host)}
<main id="main" class="middle wide">
<div class="page-head"><div><h1>Outbox</h1>
<p class="quiet">This demo sends no e-mail. What <bdi>${place.operatorName}</bdi> would have sent stands here.</p></div></div>
<section class="panel" aria-labelledby="messages"><header><h2 id="messages">Messages</h2></header>
${
  messages.length === 0
    ? html`<p class="empty quiet">None. Invite somebody in the console, and the invitation shows here.</p>`
    : html`<ul>${messages.map((message) => messageItem(message, origin))}</ul>`
}
</section>
</main>`
  return documentOf(`Outbox of ${place.operatorName}`, place, body)
}
