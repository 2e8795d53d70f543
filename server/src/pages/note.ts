/** A boxed message. An icon and a word show its tone, never colour alone. */
import { type Html, type HtmlValue, html } from './html.ts'
import { type IconName, icon } from './icons.ts'

export type Tone = 'plain' | 'good' | 'failed'

/** The result of a form, shown at the top of the next page. */
export interface Notice {
  readonly tone: 'good' | 'failed'
  readonly text: string
}

const ICONS: Record<Tone, IconName> = { plain: 'clock', good: 'good', failed: 'failed' }

/** Failures interrupt a screen reader; other notes wait. */
export const note = (tone: Tone, text: HtmlValue): Html =>
  html`<div class="note ${tone !== 'plain' && tone}" role="${tone === 'failed' ? 'alert' : 'status'}">${icon(ICONS[tone])}<span>${text}</span></div>`

export const noticeNote = (notice: Notice | null): Html | null => notice && note(notice.tone, notice.text)
