/** What a search found, one list per kind, the kind of the best first. */
import { type Html, html } from '../pages/html.ts'
import type { Hit } from './search.ts'

const hit = ({ title, href, excerpt }: Hit): Html =>
  html`<li><a href="${href}">${title}</a> <span class="hint">${excerpt}</span></li>`

export const searchMain = (query: string, found: readonly Hit[]): Html => {
  const kinds = new Set(found.map(({ kind }) => kind))
  const lists = [...kinds].map((kind) => {
    const hits = found.filter((each) => each.kind === kind)
    return html`<h2 id="${kind.toLowerCase()}">${kind}</h2><ul class="index">${hits.map(hit)}</ul>`
  })
  const nothing = html`<p>Nothing has all of these words. Try fewer of them, the name of a field (<code>flightList</code>), a scope (<code>flight:read</code>) or the code of an error (<code>invalid_token</code>).</p>`
  return html`<h1>${query === '' ? 'Search' : html`“${query}”`}</h1>
${query === '' ? html`<p>Type what you look for in the field above.</p>` : found.length > 0 ? lists : nothing}`
}
