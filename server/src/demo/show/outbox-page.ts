/** The demo's outbox: messages that would have been sent, and at support the code of the demo's member of staff. */
import { type Html, html } from '../../pages/html.ts'
import { documentOf, headerBar, type PagePlace } from '../../pages/layout.ts'
import { moment } from '../../pages/time.ts'

export interface OutboxEntry {
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAtMs: number
}

/** What the authenticator of the demo's member of staff shows. */
export interface ShownCode {
  readonly email: string
  readonly code: string
  /** When it is taken. */
  readonly fromMs: number
  readonly untilMs: number
}

export interface OutboxView {
  readonly place: PagePlace
  readonly messages: readonly OutboxEntry[]
  readonly staffCode: ShownCode | null
  /** Only what went to the reader's own company is shown. */
  readonly isOwnOnly: boolean
  /** Our own address: only URLs on it become links. */
  readonly origin: string
}

const line = (text: string, origin: string): Html =>
  text.startsWith(`${origin}/`) ? html`<a href="${text}">${text}</a>` : html`${text}`

const messageItem = (message: OutboxEntry, origin: string): Html =>
  html`<li class="entry"><div><b>${message.subject}</b> <span class="small quiet">to ${message.recipient}, ${moment(message.createdAtMs)}</span>
${message.body.split('\n').map((text) => text !== '' && html`<p>${line(text, origin)}</p>`)}</div></li>`

const codePanel = ({ email, code, fromMs, untilMs }: ShownCode): Html =>
  html`<section class="panel" aria-labelledby="code"><header><h2 id="code">Second step</h2></header>
<dl class="body pairs"><dt>Code</dt><dd><b><code>${code}</code></b></dd><dt>For</dt><dd>${email}</dd>
<dt>Works</dt><dd>once, from ${moment(fromMs)} to ${moment(untilMs)}; reload this page for the next</dd></dl></section>`

export const outboxPage = ({ place, messages, origin, staffCode, isOwnOnly }: OutboxView): string => {
  const body = html`${headerBar(place.host)}
<main id="main" class="middle wide">
<div class="page-head"><div><h1>Outbox</h1>
<p class="quiet">This demo sends no email. What <bdi>${place.operatorName}</bdi> would have sent ${isOwnOnly ? 'you and your colleagues ' : ''}stands here.${isOwnOnly && ' Other companies’ messages are shown to them alone.'}${staffCode && ' So does the code that the authenticator of its member of staff would show.'}</p></div></div>
<div class="stack">${staffCode && codePanel(staffCode)}
<section class="panel" aria-labelledby="messages"><header><h2 id="messages">Messages</h2></header>
${
  messages.length === 0
    ? html`<p class="empty quiet">None. Invite somebody in the console, and the invitation shows here.</p>`
    : html`<ul>${messages.map((message) => messageItem(message, origin))}</ul>`
}
</section></div>
</main>`
  return documentOf(`Outbox of ${place.operatorName}`, place, body)
}
