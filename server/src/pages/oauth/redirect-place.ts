/** The exact URL that the browser goes to next, with the host emphasized (pages §3). */
import { type Html, html } from '../html.ts'

/** Parsed as the browser parses it, so that an international or unusual host is shown as what it is. */
export const redirectPlace = (redirectUri: string): Html => {
  const url = URL.parse(redirectUri)
  if (url === null || url.host === '') return html`<span class="mono">${redirectUri}</span>`
  return html`<span class="mono">${url.protocol}//<b>${url.host}</b><wbr>${url.pathname}${url.search}</span>`
}
