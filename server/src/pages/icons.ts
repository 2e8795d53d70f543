/** Icons as inline SVG symbols: no request, no script, and a page contains only those it uses. */
import { type Html, html } from './html.ts'

const SYMBOLS = {
  alert: html`<path d="M8 2.2L14.5 13.3H1.5zM8 6.5v3M8 11.4v.1"/>`,
  arrow: html`<path d="M2.5 8h11M9.5 4l4 4-4 4"/>`,
  clock: html`<circle cx="8" cy="8" r="6.2"/><path d="M8 4.5V8l2.4 1.6"/>`,
  copy: html`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 5.5v-3h-8v8h3"/>`,
  code: html`<path d="M5.5 4L2 8l3.5 4M10.5 4L14 8l-3.5 4"/>`,
  eye: html`<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="2"/>`,
  failed: html`<circle cx="8" cy="8" r="6.2"/><path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4"/>`,
  flask: html`<path d="M6.2 2h3.6M6.8 2v4L3 12.6c-.4.8.1 1.4.9 1.4h8.2c.8 0 1.3-.6.9-1.4L9.2 6V2M4.6 10h6.8"/>`,
  good: html`<circle cx="8" cy="8" r="6.2"/><path d="M5.2 8.3l2 2 3.7-4"/>`,
  inbox: html`<path d="M2 9l2-6h8l2 6v4H2zM2 9h3.5l1 2h3l1-2H14"/>`,
  lock: html`<rect x="3" y="7" width="10" height="6.5" rx="1.5"/><path d="M5.2 7V5a2.8 2.8 0 015.6 0v2"/>`,
  pencil: html`<path d="M10.5 2.8l2.7 2.7L5.6 13l-3.3.6.6-3.3zM9 4.3L11.7 7"/>`,
  person: html`<circle cx="8" cy="5.2" r="2.7"/><path d="M2.8 13.8c.5-3 2.4-4.6 5.2-4.6s4.7 1.6 5.2 4.6"/>`,
  swap: html`<path d="M2 5.5h11M10 2.5l3 3-3 3M14 10.5H3M6 7.5l-3 3 3 3"/>`,
  terminal: html`<path d="M2.5 4.5L6 8l-3.5 3.5M8 12h5.5"/>`,
  tower: html`<path d="M5 6h6l1.2-3.5H3.8zM6 6v8M10 6v8M4 14h8"/>`,
  x: html`<path d="M4 4l8 8M12 4l-8 8"/>`,
} satisfies Record<string, Html>

export type IconName = keyof typeof SYMBOLS

export const icon = (name: IconName): Html => html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"/></svg>`

/** The symbols that this markup uses. */
export const symbolsFor = (markup: Html): Html => {
  const text = markup.toString()
  const used = Object.entries(SYMBOLS).filter(([name]) => text.includes(`<use href="#i-${name}"/>`))
  const symbols = used.map(([name, paths]) => html`<symbol id="i-${name}" viewBox="0 0 16 16">${paths}</symbol>`)
  return html`<svg class="symbols" width="0" height="0" aria-hidden="true">${symbols}</svg>`
}

/** The service's logo: a runway's edge and threshold. */
export const brandMark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="5"/><path d="M5 6.5h14M5 10h14"/><path d="M5 14h14M5 17.5h14" stroke-dasharray="3 2.5"/></svg>`
