/** The exact place a browser goes to next, with the host standing out (pages §3). */
import { type Html, html } from '../html.ts'

/** Parsed as the browser will parse it: an international or oddly written host shows as what it really is. */
export const redirectPlace = (redirectUri: string): Html => {
  const url = URL.parse(redirectUri)
  if (url === null || url.host === '') return html`<span class="mono">${redirectUri}</span>`
  return html`<span class="mono">${url.protocol}//<b>${url.host}</b><wbr>${url.pathname}${url.search}</span>`
}
