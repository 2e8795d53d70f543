/** What a search found, one list per kind, errors first. */
import { type Html, html } from '../pages/html.ts'
import { type Document, HIT_KINDS } from './search.ts'

const SHOWN_CHARACTERS = 160

const shortened = (text: string): string =>
  text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS).replace(/\s+\S*$/, '')} …`

const hit = ({ title, href, text }: Document): Html =>
  html`<li><a href="${href}">${title}</a> <span class="hint">${shortened(text)}</span></li>`

export const searchMain = (query: string, found: readonly Document[]): Html => {
  const lists = HIT_KINDS.map((kind) => {
    const hits = found.filter((document) => document.kind === kind)
    return hits.length > 0 && html`<h2 id="${kind.toLowerCase()}">${kind}</h2><ul class="index">${hits.map(hit)}</ul>`
  })
  const nothing = html`<p>Nothing has all of these words. Try fewer of them, the name of a field (<code>flightList</code>), a scope (<code>flight:read</code>) or the code of an error (<code>invalid_token</code>).</p>`
  return html`<h1>${query === '' ? 'Search' : html`“${query}”`}</h1>
${query === '' ? html`<p>Type what you look for in the field above.</p>` : found.length > 0 ? lists : nothing}`
}
