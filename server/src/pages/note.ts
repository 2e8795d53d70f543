/** A boxed sentence. Its tone is told by an icon and a word, never by colour alone. */
import { type Html, type HtmlValue, html } from './html.ts'
import { type IconName, icon } from './icons.ts'

export type Tone = 'plain' | 'good' | 'failed'

/** What just happened, said at the top of the page that follows a form. */
export interface Notice {
  readonly tone: 'good' | 'failed'
  readonly text: string
}

const ICONS: Record<Tone, IconName> = { plain: 'clock', good: 'good', failed: 'failed' }

/** Failures interrupt a screen reader, the rest waits its turn. */
export const note = (tone: Tone, text: HtmlValue): Html =>
  html`<div class="note ${tone !== 'plain' && tone}" role="${tone === 'failed' ? 'alert' : 'status'}">${icon(ICONS[tone])}<span>${text}</span></div>`

export const noticeNote = (notice: Notice | null): Html | null => notice && note(notice.tone, notice.text)
