/** A button that copies a value to the clipboard. It needs its script and is hidden without it. */
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'

export const COPY_SCRIPT = '/assets/copy.js'

/** `what` names the value to a screen reader: "the password". */
export const copyButton = (text: string, what: string): Html =>
  html`<button class="copy" type="button" data-copy="${text}" aria-label="Copy ${what}" hidden>${icon('copy')}${icon('good')}</button>`

export const copyable = (text: string, what: string): Html =>
  html`<span class="copyable"><code>${text}</code>${copyButton(text, what)}</span>`

/** Where the script says that something was copied; once on a page. */
export const copyStatus = html`<p class="unseen" role="status" data-copied></p>`
